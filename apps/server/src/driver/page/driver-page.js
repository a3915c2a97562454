// The driver's page of a dispatch link, in the browser: shows the route, starts it when asked to, and reports each stop.
// Texts from elsewhere are only ever set as text.
;(() => {
  const token = location.pathname.split('/').pop()
  const element = (id) => document.getElementById(id)
  let session
  let route

  async function call(method, path, body) {
    const headers = { authorization: `Bearer ${token}` }
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    let answer
    try {
      const payload = body === undefined || isForm ? body : JSON.stringify(body)
      answer = await fetch(`/driver/v1${path}`, { method, headers, body: payload })
    } catch {
      throw new Error('No connection. Nothing was sent; please try again.')
    }
    const text = await answer.text()
    if (answer.status === 401 || answer.status === 404) {
      throw new Error('This link no longer opens the route. Please ask your dispatcher for a new one.')
    }
    if (answer.ok) return text ? JSON.parse(text) : undefined
    let message = `The service answered ${answer.status}. Please try again.`
    try {
      message = JSON.parse(text).message
    } catch {}
    throw new Error(message)
  }

  function notice(text) {
    element('notice').textContent = text ?? ''
    element('notice').hidden = !text
  }

  function make(tag, text, className) {
    const made = document.createElement(tag)
    if (text !== undefined) made.textContent = text
    if (className) made.className = className
    return made
  }

  function clock(seconds) {
    const minutes = Math.floor(seconds / 60) % 1440
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }

  function timeOf(stamp) {
    return new Date(stamp).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', timeZone: session.timezone })
  }

  function draw() {
    const pending = route.stops.filter((stop) => stop.status === 'pending')
    element('title').textContent = route.label || route.vehicle_label || 'Your route'
    const facts = [session.project_label, route.vehicle_label, route.plate, route.plan_execution_date]
    element('facts').textContent = facts.filter(Boolean).join(' · ')
    element('progress').textContent = `${route.stops.length - pending.length} of ${route.stops.length} stops done`
    element('before').hidden = route.status !== 'not_started'
    element('done').hidden = pending.length > 0 || route.stops.length === 0
    element('stops').replaceChildren(...route.stops.map((stop) => drawStop(stop, stop === pending[0])))
  }

  function drawStop(stop, isNext) {
    const item = make('li', undefined, stop.status !== 'pending' ? 'ended' : isNext ? 'next' : '')
    const place = stop.location ?? {}
    const address = [place.street, [place.postal_code, place.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    item.append(make('p', `${stop.fixed_id ?? ''}  ${stop.label || address || 'Stop'}`, 'where'))
    if (stop.label && address) item.append(make('p', address))
    const times = stop.time_windows.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(', ')
    const expected = stop.estimated_arrival_time
      ? `about ${timeOf(stop.estimated_arrival_time)}`
      : stop.planned_arrival_time !== undefined && `planned ${clock(stop.planned_arrival_time)}`
    item.append(make('p', [expected, times && `between ${times}`, stop.type].filter(Boolean).join(' · ')))
    for (const text of [stop.location_details, stop.comments, stop.customer_text_field]) {
      if (text) item.append(make('p', text))
    }
    if (stop.packages.length > 0) {
      item.append(make('p', `Parcels: ${stop.packages.map((parcel) => parcel.identifier).join(', ')}`))
    }
    if (stop.status !== 'pending') item.append(make('span', stop.status, 'label'))
    else if (stop.report_attempts > 0) item.append(make('span', `tried ${stop.report_attempts} ×`, 'label'))
    item.append(drawActions(stop, place))
    return item
  }

  function drawActions(stop, place) {
    const actions = make('div', undefined, 'actions')
    const link = (text, href) => {
      const made = make('a', text, 'button')
      made.href = href
      made.rel = 'noreferrer noopener'
      actions.append(made)
    }
    const button = (text, act) => {
      const made = make('button', text)
      made.type = 'button'
      made.addEventListener('click', act)
      actions.append(made)
    }
    if (place.lat !== undefined) link('Navigate', navigationLink(place))
    if (stop.phone) link('Call', `tel:${stop.phone.replace(/[^+\d]/g, '')}`)
    if (stop.status !== 'pending' || route.status !== 'in_transit') return actions
    if (stop.packages.some((parcel) => parcel.status === 'pending')) button('Parcels loaded', () => load(stop))
    button(stop.type === 'delivery' ? 'Deliver' : 'Complete', () => openDelivery(stop))
    button(stop.type === 'delivery' ? 'Could not deliver' : 'Could not do it', () => openFailure(stop))
    return actions
  }

  /** Opens the phone's own choice of navigation. */
  function navigationLink({ lat, lng }) {
    const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
    return isApple ? `maps://?daddr=${lat},${lng}` : `geo:${lat},${lng}?q=${lat},${lng}`
  }

  async function load(stop) {
    try {
      for (const { identifier, status } of stop.packages) {
        if (status === 'pending') {
          await call('POST', '/scan', { identifier, purpose: 'load', stop_id: stop.id, manual: true })
        }
      }
      notice()
    } catch (error) {
      notice(error.message)
    }
    await refresh()
  }

  /** One id for a report however often it is sent: repeated, the service answers the stored one. */
  function newClientId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  function openDialog(id, stop) {
    const dialog = element(id)
    dialog.querySelector('form').reset()
    dialog.querySelector('h2').textContent = stop.label || stop.location?.street || 'Stop'
    dialog.querySelector('.error').textContent = ''
    dialog.clientId = newClientId()
    dialog.stop = stop
    dialog.showModal()
    return dialog
  }

  function drawChoices(fieldset, choices) {
    fieldset.hidden = choices.length === 0
    for (const old of fieldset.querySelectorAll('label')) old.remove()
    for (const { value, text } of choices) {
      const box = make('input')
      Object.assign(box, { type: 'checkbox', value, checked: true })
      const label = make('label')
      label.append(box, make('span', text))
      fieldset.append(label)
    }
  }

  function openDelivery(stop) {
    const dialog = openDialog('delivery', stop)
    dialog.querySelector('.pin').hidden = !(stop.pin_required && session.settings.pin_required)
    dialog.querySelector('.photo-needed').hidden = !session.settings.photo_required
    dialog.querySelector('.signature').hidden = !session.settings.signature_required
    clearSignature()
    const parcels = stop.packages.map(({ identifier }) => ({ value: identifier, text: identifier }))
    drawChoices(dialog.querySelector('.parcels'), stop.type === 'delivery' ? parcels : [])
    drawChoices(
      dialog.querySelector('.tasks'),
      stop.tasks.map((task) => ({ value: task.id, text: task.label || 'Task' })),
    )
  }

  function openFailure(stop) {
    const dialog = openDialog('failure', stop)
    const reasons = session.cancel_reasons.filter((reason) => reason.enabled !== false)
    const options = reasons.map((reason) => {
      const option = make('option', reason.label || reason.id.replaceAll('_', ' '))
      option.value = reason.id
      return option
    })
    dialog.querySelector('select').replaceChildren(...options)
  }

  async function uploadPhoto(dialog) {
    const file = dialog.querySelector('input[type=file]').files[0]
    if (!file) return []
    const form = new FormData()
    form.append('file', file)
    return [(await call('POST', `/stop/${dialog.stop.id}/report/image`, form)).id]
  }

  function whereAmI() {
    return new Promise((resolve) => {
      if (!navigator.geolocation) resolve(undefined)
      else {
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
          () => resolve(undefined),
          { timeout: 4000, maximumAge: 30_000 },
        )
      }
    })
  }

  async function send(dialog, describe) {
    const buttons = [...dialog.querySelectorAll('button')]
    for (const one of buttons) one.disabled = true
    try {
      const images = await uploadPhoto(dialog)
      const place = await whereAmI()
      const comments = dialog.querySelector('textarea').value.trim()
      await call('POST', `/stop/${dialog.stop.id}/report`, {
        ...describe(),
        client_id: dialog.clientId,
        images,
        ...(comments ? { comments } : {}),
        ...(place ? { location: place } : {}),
      })
      dialog.close()
      notice()
      await refresh()
    } catch (error) {
      dialog.querySelector('.error').textContent = error.message
    } finally {
      for (const one of buttons) one.disabled = false
    }
  }

  function describeDelivery() {
    const dialog = element('delivery')
    const boxes = (name) => [...dialog.querySelectorAll(`.${name} input`)]
    const handed = boxes('parcels').filter((box) => box.checked)
    const pin = dialog.querySelector('[name=pin]').value.trim()
    return {
      type: 'service_report_completed',
      tasks: boxes('tasks').map((box) => ({ task_id: box.value, status: box.checked ? 'completed' : 'canceled' })),
      ...(boxes('parcels').length > 0
        ? { packages: handed.map((box) => ({ identifier: box.value, manual: true })) }
        : {}),
      ...(pin ? { pin } : {}),
      ...(isSigned ? { signature: canvas.toDataURL('image/png') } : {}),
    }
  }

  function describeFailure(type) {
    return { type, cancel_reason: element('failure').querySelector('select').value }
  }

  const canvas = document.querySelector('canvas')
  const pen = canvas.getContext('2d')
  let isSigned = false

  function clearSignature() {
    pen.clearRect(0, 0, canvas.width, canvas.height)
    isSigned = false
  }

  function pointOf(event) {
    const box = canvas.getBoundingClientRect()
    return [
      ((event.clientX - box.left) * canvas.width) / box.width,
      ((event.clientY - box.top) * canvas.height) / box.height,
    ]
  }

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    pen.lineWidth = 4
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(...pointOf(event))
  })
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons === 0) return
    pen.lineTo(...pointOf(event))
    pen.stroke()
    isSigned = true
  })

  async function refresh() {
    try {
      route = await call('GET', '/route')
      draw()
    } catch (error) {
      notice(error.message)
    }
  }

  element('start').addEventListener('click', async () => {
    element('start').disabled = true
    try {
      route = await call('POST', '/start')
      notice()
      draw()
    } catch (error) {
      notice(error.message)
    }
    element('start').disabled = false
  })
  element('delivery')
    .querySelector('.send')
    .addEventListener('click', () => send(element('delivery'), describeDelivery))
  element('delivery').querySelector('.clear').addEventListener('click', clearSignature)
  for (const [name, type] of [
    ['later', 'service_report_attempted'],
    ['cancel', 'service_report_canceled'],
  ]) {
    const button = element('failure').querySelector(`.${name}`)
    button.addEventListener('click', () => send(element('failure'), () => describeFailure(type)))
  }
  for (const button of document.querySelectorAll('dialog .close')) {
    button.addEventListener('click', () => button.closest('dialog').close())
  }

  async function begin() {
    try {
      session = await call('GET', '/session')
      await refresh()
    } catch (error) {
      notice(error.message)
    }
  }
  begin()
  setInterval(() => {
    if (session && document.visibilityState === 'visible' && !document.querySelector('dialog[open]')) refresh()
  }, 60_000)
})()
