import { beforeEach, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { pay, prompted, readOrder } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { codeName } from '../../messages/email.rules.ts'
import { orderPaid } from '../../orders/jobs.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { queueTicketEmail } from './ticket-messages.ts'

type ShownTicket = { ticket_number: string }

const stage = keepStage({ SUPPORT_EMAIL: 'help@lango.example' })
beforeEach(() => {
  stage.mails.length = 0
})

async function buy(email: string | null, receipt: string) {
  const types = [
    { name: 'Standard', price: 200, gates: ['Gate A'] },
    { name: 'VIP', price: 500 },
  ]
  const event = await buildEvent(stage.db, { title: 'Mashemeji Derby', types })
  const order = await prompted(stage, event, [2, 1], { email })
  await pay(stage, order, receipt)
  const { body } = await readOrder(stage, order.orderId)
  return { event, order, tickets: body.transaction.tickets }
}

// spec: help-ticket-delivery-sms, email-carries-ticket
test('an order with an email address gets one email with all its tickets', async () => {
  const { event, tickets } = await buy('asha@example.com', 'UKE0000001')
  expect(stage.mails).toHaveLength(1)
  const [mail] = stage.mails
  expect(mail).toMatchObject({
    to: 'asha@example.com',
    from: stage.env.mail.from,
    replyTo: 'help@lango.example',
    subject: 'Your tickets: Mashemeji Derby',
    unsubscribeUrl: null,
  })
  expect(tickets).toHaveLength(2)
  const [standard, vip] = tickets
  expect(mail!.text.indexOf(standard.ticket_number)).toBeLessThan(
    mail!.text.indexOf(vip.ticket_number),
  )
  for (const part of [mail!.text, mail!.html]) {
    for (const ticket of tickets) {
      expect(part).toContain(ticket.ticket_number.replace(/(.{4})(?=.)/g, '$1 '))
      expect(part).toContain(`${stage.env.publicOrigin}/t/${ticket.ticket_number}`)
      expect(part).toContain(ticket.gate)
    }
    expect(part).toContain('UKE0000001')
    expect(part).toContain('KES 900')
    expect(part).toContain('Nyayo Stadium, Nairobi')
  }
  // The email's QR code has the same content as the QR code on the ticket's page.
  expect(mail!.codes).toEqual(
    tickets.map((ticket: ShownTicket) => `${stage.env.publicOrigin}/t/${ticket.ticket_number}`),
  )
  for (const code of mail!.codes) expect(mail!.html).toContain(`"cid:${codeName(code)}"`)
  // The calendar entry is identical to the entry of the event page. A calendar that imports both
  // shows only one.
  const page = await stage.app.inject(`/event/${event.id}/calendar.ics`)
  expect(mail!.calendar).toBe(page.body)
})

// spec: help-ticket-delivery-sms
test('an order without an email address gets its SMS and no email', async () => {
  const before = stage.sent.length
  await buy(null, 'UKE0000002')
  expect(stage.mails).toEqual([])
  expect(stage.sent).toHaveLength(before + 2)
})

test('issuing again sends nothing more', async () => {
  const { order } = await buy('asha@example.com', 'UKE0000003')
  const again = () =>
    inTransaction(stage.db, (tx) => queueJob(tx, orderPaid, { orderId: order.orderId }))
  await again()
  await again()
  await stage.runJobs()
  // A caller queues the email a second time by mistake.
  await inTransaction(stage.db, (tx) => queueTicketEmail(tx, stage.deps, order.orderId))
  await stage.runJobs()
  expect(stage.mails).toHaveLength(1)
})

test('with the mail server down, tickets and SMS are still sent', async () => {
  const { answer } = stage.mailer
  stage.mailer.answer = () => ({ kind: 'later', reason: 'ECONNREFUSED', alert: false })
  const before = stage.sent.length
  const { tickets } = await buy('asha@example.com', 'UKE0000004')
  expect(tickets).toHaveLength(2)
  expect(stage.sent).toHaveLength(before + 2)
  stage.mailer.answer = answer
  await stage.hurry()
  expect(stage.mails).toHaveLength(2)
})
