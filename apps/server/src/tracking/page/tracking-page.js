// The recipient's page, in the browser: says how the delivery stands, in one sentence, and takes what its recipient has to
// say. Texts from elsewhere are only ever set as text.
;(() => {
  const base = `/track/v1/${location.pathname.split('/').pop()}`
  const element = (id) => document.getElementById(id)
  const refreshSeconds = 30
  let view
  let isEditing = false

  async function call(method, path, body) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
    const result = await answer.json().catch(() => ({}))
    if (answer.ok) return result
    throw Object.assign(new Error(result.message ?? 'Please try again in a minute.'), { status: answer.status })
  }

  const format = (options) => (stamp) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone: view.timezone }).format(new Date(stamp))
  const clock = format({ hour: '2-digit', minute: '2-digit' })
  const dayOf = (stamp) =>
    new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(stamp),
    )

  function secondsAsClock(seconds) {
    const minutes = Math.floor(seconds / 60) % 1440
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }

  /** Half the width of what is promised, in minutes: an hour while it is only planned, narrowing as the van comes closer. */
  function halfWidth(arrival) {
    if (!view.started) return 60
    const minutesAhead = Math.max(0, (arrival - Date.now()) / 60_000)
    return Math.min(60, Math.max(10, Math.round((minutesAhead * 0.2) / 5) * 5))
  }

  function promise(stamp) {
    const arrival = new Date(stamp).getTime()
    const half = halfWidth(arrival) * 60_000
    const step = 5 * 60_000
    const from = Math.floor(Math.max(arrival - half, view.started ? Date.now() : 0) / step) * step
    const to = Math.ceil((arrival + half) / step) * step
    return `between ${clock(Math.min(from, to))} and ${clock(to)}`
  }

  function isToday(stamp) {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: view.timezone }).format(new Date())
    return stamp.slice(0, 10) === day
  }

  function sentence() {
    if (view.status === 'completed') return `Done at ${clock(view.finished_at)}`
    if (view.status === 'incomplete') return 'It could not be done completely'
    if (view.status === 'canceled') return 'It could not be done'
    const expected = view.estimated_arrival_time ?? view.planned_arrival_time
    if (view.started && expected) return `Arriving ${promise(expected)}`
    if (!view.execution_date) return 'It is being planned'
    const day = isToday(view.execution_date) ? 'today' : `on ${dayOf(view.execution_date)}`
    return expected ? `Planned ${day} ${promise(expected)}` : `Planned ${day}`
  }

  function details() {
    if (view.status === 'pending') {
      const before = view.stops_before
      if (view.started && before === 0) return 'You are next.'
      if (view.started && before !== undefined) return `${before} ${before === 1 ? 'stop' : 'stops'} before you.`
      const windows = view.time_windows.map(([from, to]) => `${secondsAsClock(from)}–${secondsAsClock(to)}`)
      return windows.length > 0 ? `You asked for ${windows.join(' or ')}.` : ''
    }
    if (!view.cancel_reason) return view.status === 'completed' ? '' : 'The sender will get in touch with you.'
    return `Reason: ${view.cancel_reason}. The sender will get in touch with you.`
  }

  /** Kilometres as the crow flies between the van and the door. */
  function vanDistance() {
    const { last_position: van, location: door } = view
    if (!van || door?.lat === undefined) return undefined
    const degree = Math.PI / 180
    const dx = (van.lng - door.lng) * Math.cos(door.lat * degree) * 111.32
    const dy = (van.lat - door.lat) * 111.32
    return Math.hypot(dx, dy)
  }

  function draw() {
    element('sender').textContent = [view.project_label, view.label].filter(Boolean).join(' · ')
    element('status').textContent = sentence()
    document.title = sentence()
    element('when').textContent = details()
    const reached = view.status !== 'pending' ? 3 : view.started ? 2 : 1
    element('steps').hidden = false
    for (const [index, step] of [...element('steps').children].entries()) {
      step.className = index < reached ? 'reached' : ''
      if (index === reached - 1) step.setAttribute('aria-current', 'step')
      else step.removeAttribute('aria-current')
    }
    const kilometers = vanDistance()
    element('van').hidden = kilometers === undefined
    if (kilometers !== undefined) {
      const words = kilometers < 1 ? 'less than 1 km' : `about ${kilometers.toFixed(kilometers < 10 ? 1 : 0)} km`
      element('van').textContent = `At ${clock(view.last_position.created_at)} the van was ${words} away.`
    }
    element('code').hidden = !view.pin
    element('pin').textContent = view.pin ?? ''
    drawPlace()
    element('instructions').hidden = view.status !== 'pending'
    if (!isEditing) element('words').value = view.customer_text_field ?? ''
    drawSurvey()
    element('fresh').textContent = `As of ${clock(Date.now())}; this page keeps itself up to date.`
  }

  function drawPlace() {
    const place = view.location ?? {}
    const town = [place.postal_code, place.city].filter(Boolean).join(' ')
    element('address').textContent = [place.street ?? place.label, town, view.location_details]
      .filter(Boolean)
      .join(', ')
    element('place').hidden = view.status !== 'pending'
    element('confirm').hidden = place.lat === undefined
    element('here').hidden = !view.can_edit || !navigator.geolocation
  }

  function drawSurvey() {
    element('survey').hidden = !view.can_rate
    if (isEditing || !view.can_rate) return
    for (const star of element('stars').querySelectorAll('input')) star.checked = Number(star.value) === view.rating
    element('tag').value = view.rating_tag ?? ''
    element('comment').value = view.rating_comments ?? ''
  }

  function makeStars() {
    for (let rating = 1; rating <= 5; rating++) {
      const label = document.createElement('label')
      const input = document.createElement('input')
      Object.assign(input, { type: 'radio', name: 'rating', value: String(rating), required: true })
      label.append(input, String(rating))
      element('stars').append(label)
    }
  }

  async function tell(answerId, work, thanks) {
    const answer = element(answerId)
    answer.textContent = 'Sending …'
    try {
      await work()
      isEditing = false
      answer.textContent = thanks
      await refresh()
    } catch (error) {
      answer.textContent = error.message
    }
  }

  async function refresh() {
    try {
      view = await call('GET', '')
      draw()
    } catch (error) {
      if (error.status === 404) {
        clearInterval(timer)
        for (const part of document.querySelectorAll('section, form, ol, #van')) part.hidden = true
        element('status').textContent = 'This page is no longer available'
        element('when').textContent = ''
      } else if (view) element('fresh').textContent = `No connection; this is how it was before.`
      else element('status').textContent = 'There is no connection right now. It is tried again.'
    }
  }

  element('confirm').addEventListener('click', () =>
    tell('place-answer', () => call('PUT', '/location', {}), 'Thank you, noted.'),
  )
  element('here').addEventListener('click', () =>
    tell(
      'place-answer',
      async () => {
        const place = await new Promise((resolve, reject) =>
          navigator.geolocation.getCurrentPosition(
            ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
            () => reject(new Error('Your device did not tell where it is.')),
            { enableHighAccuracy: true, timeout: 15_000 },
          ),
        )
        await call('PUT', '/location', place)
      },
      'Thank you, the driver will come to this place.',
    ),
  )
  for (const id of ['words', 'survey']) {
    element(id).addEventListener('input', () => {
      isEditing = true
    })
  }
  element('instructions').addEventListener('submit', (event) => {
    event.preventDefault()
    const text = element('words').value.trim()
    tell(
      'words-answer',
      () => call('PUT', '/instructions', { customer_text_field: text || null }),
      'The driver will see it.',
    )
  })
  element('survey').addEventListener('submit', (event) => {
    event.preventDefault()
    const rating = Number(element('stars').querySelector('input:checked').value)
    const answer = {
      rating,
      rating_tag: element('tag').value || null,
      comments: element('comment').value.trim() || null,
    }
    tell('survey-answer', () => call('POST', '/survey', answer), 'Thank you.')
  })

  makeStars()
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') refresh()
  }, refreshSeconds * 1000)
  refresh()
})()
