const byId = (id) => document.getElementById(id)
const form = byId('settings')
const balance = byId('set-balance')
const auto = byId('set-auto')
const note = byId('settings-note')

let drawn = ''
let msisdn

/** Shows the phone's settings, but never overwrites a field that the user is editing. */
export function showSettings(phone) {
  const key = `${phone.msisdn}/${phone.balance_kes}/${phone.auto}`
  if (phone.msisdn !== msisdn) note.textContent = ''
  msisdn = phone.msisdn
  if (key === drawn || form.contains(document.activeElement)) return
  drawn = key
  balance.value = String(phone.balance_kes)
  auto.value = phone.auto ?? ''
}

export function onSave(refresh) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const typed = balance.value.replace(/[\s,]/g, '')
    if (!/^\d{1,9}$/.test(typed)) {
      note.textContent = 'The balance is a whole number of shillings.'
      balance.focus()
      return
    }
    try {
      const answer = await fetch(`/phones/${msisdn}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ balance_kes: Number(typed), auto: auto.value || null }),
      })
      note.textContent = answer.ok ? 'Saved.' : 'Not saved.'
      await refresh()
    } catch {
      note.textContent = 'The sandbox does not answer. Try again.'
    }
  })
}
