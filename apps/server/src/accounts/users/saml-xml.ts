// XML of SAML as a tree: no document types, no entities but those of XML itself, names by their namespaces.
import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** Without its prefix. */
  name: string
  namespace: string
  /** Attributes without a prefix, which are all that SAML defines. */
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** All its own text in one piece, also where a comment stands between. */
  text: string
}

export const namespaces = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
type Namespace = keyof typeof namespaces

/**
 * Limits far above real responses and metadata. Checking a signature compares each element with its siblings and with each prefix
 * above it: a malicious document of 300 kB would keep a process busy for a minute.
 */
const limits = { levels: 30, children: 1_200, pieces: 6_000, attributeCharacters: 4_000 } as const

/** The first element of a document. Throws Error, in words that follow the name of a field. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const open: { element: XmlElement; children: number }[] = []
  let root: XmlElement | undefined
  const count = counter()
  const hear = (piece: string) => {
    const parent = open.at(-1)
    count(parent)
    if (parent) parent.element.text += piece
  }
  parser.on('doctype', () => {
    throw new Error('must not hold a document type')
  })
  parser.on('comment', () => count(open.at(-1)))
  parser.on('processinginstruction', () => count(open.at(-1)))
  parser.on('attribute', ({ value }) => {
    count()
    if (value.length > limits.attributeCharacters)
      throw new Error(`has an attribute of more than ${limits.attributeCharacters} characters`)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    count(open.at(-1))
    const plain = Object.values(attributes).filter(({ prefix }) => prefix === '')
    const values = Object.fromEntries(plain.map((attribute) => [attribute.local, attribute.value]))
    const element = { name: local, namespace: uri, attributes: values, children: [], text: '' }
    open.at(-1)?.element.children.push(element)
    root ??= element
    if (open.push({ element, children: 0 }) > limits.levels)
      throw new Error(`is more than ${limits.levels} levels deep`)
  })
  parser.on('text', hear)
  parser.on('cdata', hear)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('error', ({ message }) => {
    throw new Error(`is no XML that can be read: ${message.slice(0, 200)}`)
  })
  parser.write(text).close()
  if (!root) throw new Error('is no XML that can be read')
  return root
}

/** Counts what a document holds, and what one element does. */
function counter(): (parent?: { children: number }) => void {
  let pieces = 0
  return (parent) => {
    pieces += 1
    if (pieces > limits.pieces)
      throw new Error(`has more than ${limits.pieces} elements, attributes, texts and comments`)
    if (parent) parent.children += 1
    if (parent && parent.children > limits.children)
      throw new Error(`has an element with more than ${limits.children} parts`)
  }
}

export function isElement(element: XmlElement, namespace: Namespace, name: string): boolean {
  return element.name === name && element.namespace === namespaces[namespace]
}

export function getChildren(element: XmlElement, namespace: Namespace, name: string): XmlElement[] {
  return element.children.filter((child) => isElement(child, namespace, name))
}

/** Its text without spaces around; undefined unless there is exactly one such child. */
export function onlyText(element: XmlElement, namespace: Namespace, name: string): string | undefined {
  const found = getChildren(element, namespace, name)
  return found.length === 1 ? found[0]!.text.trim() : undefined
}

/** The element and everything below it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}
