import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { RefundPreview, RefundPreviewRequest } from '../refunds.contract.ts'

export type ShownPreview = {
  /** Whether no ticket is chosen. */
  isNone: boolean
  /** The effect of the refund. Null until it has been read. */
  preview: RefundPreview | null
  /** Facts about missing money. After a choice the previous facts stay until the next preview. */
  facts: RefundPreview['facts']
  problem: Problem | null
}

/** Reads the effect of a refund that is being chosen. */
export function useRefundPreview(request: RefundPreviewRequest): ShownPreview {
  const isNone = request.tickets?.length === 0
  const { data, problem } = useQuery<RefundPreview | null>(
    `refund preview ${JSON.stringify(request)}`,
    async (signal) =>
      isNone
        ? { ok: true, status: 200, data: null }
        : await callApi(sessionFetch, '/api/refund_previews', { ...jsonPost(request), signal }),
  )
  const [facts, setFacts] = useState<RefundPreview['facts']>([])
  if (data && data.facts !== facts) setFacts(data.facts)
  return {
    isNone,
    preview: problem === null ? data : null,
    facts: isNone ? [] : facts,
    problem: isNone ? null : problem,
  }
}
