import { smsHint } from '../../messages/sms-count.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import type { CategoryReply, GateReply, ShortCodeReply } from '../catalogue/catalogue.contract.ts'
import { CATEGORY_NAME_MAX, GATE_NAME_MAX, GATE_OFFSET_MAX } from '../edit.rules.ts'
import { EditableTable } from './editable-table.tsx'
import { EventField } from './event-field.tsx'

export function CategoryTable() {
  return (
    <EditableTable<CategoryReply>
      title="Categories"
      noun="category"
      path="/api/categories"
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      columns={[{ name: 'Name', cell: (row) => row.name, wide: true }]}
      empty={{ name: '' }}
      valuesOf={({ name }) => ({ name })}
      bodyOf={({ name }) => ({ name })}
      fields={({ values, change }) => (
        <Field
          label="Name"
          required
          maxLength={CATEGORY_NAME_MAX}
          hint="Part of the page address: old links will break."
          value={values.name}
          onChange={(typed) => change({ name: typed.target.value })}
        />
      )}
      removal="Links to its page will break. A category with events cannot be removed."
    />
  )
}

export function GateTable() {
  return (
    <EditableTable<GateReply>
      title="Gates"
      noun="gate"
      path="/api/gates"
      idOf={(row) => row.id}
      nameOf={(row) => row.name}
      columns={[
        { name: 'Name', cell: (row) => row.name, wide: true },
        { name: 'Offset', cell: (row) => row.gate_offset, numeric: true },
      ]}
      empty={{ name: '', gate_offset: '' }}
      valuesOf={({ name, gate_offset }) => ({ name, gate_offset: String(gate_offset) })}
      bodyOf={({ name, gate_offset }) => ({
        name,
        ...(gate_offset !== '' && { gate_offset: Number(gate_offset) }),
      })}
      fields={({ values, change, isNew }) => (
        <>
          <Field
            label="Name"
            required
            maxLength={GATE_NAME_MAX}
            hint={[
              'Appears on tickets, including those already sold.',
              smsHint(values.name ?? '', 'SMS say "see link", USSD says "Gate: see SMS".'),
            ]
              .filter(Boolean)
              .join(' ')}
            value={values.name}
            onChange={(typed) => change({ name: typed.target.value })}
          />
          <Field
            label="Offset"
            type="number"
            min={0}
            max={GATE_OFFSET_MAX}
            required={!isNew}
            hint={`Position among the gates.${isNew ? ' Leave blank to add it last.' : ''}`}
            value={values.gate_offset}
            onChange={(typed) => change({ gate_offset: typed.target.value })}
          />
        </>
      )}
      removal="A gate that tickets use cannot be removed."
    />
  )
}

export function ShortCodeTable() {
  return (
    <EditableTable<ShortCodeReply>
      title="Short codes"
      noun="short code"
      path="/api/short_codes"
      idOf={(row) => row.code}
      nameOf={(row) => row.code}
      columns={[
        {
          name: 'Address',
          cell: (row) => <span className="block min-w-28">/m/{row.code}</span>,
          wide: true,
        },
        {
          name: 'Event',
          broad: true,
          cell: (row) => (
            <span>
              <span>{row.event_title}</span>{' '}
              {!row.is_published && <Badge look="plain">Draft</Badge>}
            </span>
          ),
        },
        { name: 'Visits', cell: (row) => formatCount(row.visits), numeric: true },
      ]}
      empty={{ code: '', event_id: '' }}
      valuesOf={({ code, event_id, event_title }) => ({ code, event_id, event_title })}
      bodyOf={({ code, event_id }) => ({ code, event_id })}
      fields={({ values, change, isNew }) => (
        <>
          {isNew && (
            <Field
              label="Code"
              required
              maxLength={40}
              pattern="[A-Za-z0-9-]+"
              title="Letters a to z, digits and hyphens"
              autoCapitalize="none"
              hint="For posters and radio: letters a to z, digits and hyphens."
              value={values.code}
              onChange={(typed) => change({ code: typed.target.value })}
            />
          )}
          <EventField
            value={values.event_id ?? ''}
            title={values.event_title ?? ''}
            onChange={(event_id) => change({ event_id })}
          />
        </>
      )}
      removal="Visitors will land on the home page."
    />
  )
}
