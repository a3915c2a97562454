// Text inside the pages that the server writes itself.

/** The text with everything that markup could read as its own replaced; fit for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
