// Light or dark before anything is drawn: as somebody chose on any page of the service, else as the system says.
document.documentElement.dataset.theme =
  (() => {
    try {
      return localStorage.getItem('routewright.theme')
    } catch {
      return null
    }
  })() ?? 'auto'
