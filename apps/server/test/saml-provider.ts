// A real provider of SAML (samlp) on a free port of this machine, with accounts that the test sets.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { X509CertificateGenerator } from '@peculiar/x509'
import samlp from 'samlp'

/** Attributes of an account; `id` is the NameID. */
export interface SamlAccount {
  id: string
  attributes?: Record<string, string | string[]>
  format?: string
}

/** Deviations from a correct response. */
export interface Oddities {
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  inResponseTo?: string
  lifetimeInSeconds?: number
  signAssertion?: boolean
  signResponse?: boolean
  signatureAlgorithm?: string
  digestAlgorithm?: string
  /** Signs with a key of its own. */
  byStranger?: boolean
  /** Changes what was signed. */
  rewrite?(xml: string): string
}

export interface SamlProvider {
  readonly entityId: string
  /** Base URL for browsers. */
  readonly base: string
  readonly accounts: Map<string, SamlAccount>
  oddities: Oddities
  metadata(more?: { descriptor?: string; location?: string }): string
  /** Opens the URL like a browser, signs in as the account, and returns the form that its page posts, and its target. */
  signIn(url: string, account: string): Promise<{ action: string; form: URLSearchParams }>
  stop(): Promise<void>
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** `answerUri` is the URL to which the service takes responses. */
export async function startSamlProvider(answerUri: string): Promise<SamlProvider> {
  const own = await makeKey('CN=Company, O=Test')
  const stranger = await makeKey('CN=Stranger')
  const accounts = new Map<string, SamlAccount>()
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url!, base)
    const name = searchParams.get('account')
    if (name === null) return void response.end(askWhoItIs(searchParams))
    const { byStranger, rewrite, ...oddities } = provider.oddities
    const answer = samlp.auth({
      issuer: entityId,
      recipient: answerUri,
      destination: answerUri,
      ...(byStranger ? stranger : own),
      getPostURL: (_audience, _dom, _http, done) => done(null, answerUri),
      profileMapper: getMapper as never,
      ...(rewrite && { responseHandler: rewriting(rewrite) }),
      ...oddities,
    })
    const asked = { method: 'GET', query: Object.fromEntries(searchParams), user: accounts.get(name) }
    answer(asked, getReply(response), (error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${base}/metadata`
  const provider: SamlProvider = {
    entityId,
    base,
    accounts,
    oddities: {},
    metadata: ({ descriptor = '', location = `${base}/sso` } = {}) =>
      writeMetadata(entityId, location, own.cert, descriptor),
    signIn: signInAs,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

const usualKey = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/** `algorithm` as WebCrypto names it. */
export async function makeKey(
  name: string,
  algorithm: object = usualKey,
  notAfter = new Date('2056-01-01'),
): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm as typeof usualKey, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: '01',
      name,
      signingAlgorithm: { hash: 'SHA-256', ...algorithm } as typeof usualKey,
      keys,
      notBefore: new Date('2026-01-01'),
      notAfter,
    },
    webcrypto as never,
  )
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = pkcs8.match(/.{1,64}/g)!.join('\n')
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
    cert: certificate.toString('pem'),
  }
}

/** A page that asks for the name of the account. */
function askWhoItIs(asked: URLSearchParams): string {
  const kept = [...asked].map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  return `<!doctype html><form>${kept.join('')}<label>Account <input name="account"></label><button>Continue</button></form>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function getMapper({ id, attributes = {}, format }: SamlAccount) {
  return {
    getClaims: () => attributes,
    getNameIdentifier: () => ({ nameIdentifier: id, ...(format && { nameIdentifierFormat: format }) }),
  }
}

function rewriting(rewrite: (xml: string) => string) {
  return (
    response: Buffer,
    { postUrl }: { postUrl: string },
    { query }: { query: Record<string, string> },
    reply: { send(body: string): void },
  ) => {
    const answer = Buffer.from(rewrite(response.toString())).toString('base64')
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`
    reply.send(
      `<form action="${postUrl}">${field('SAMLResponse', answer)}${field('RelayState', query.RelayState ?? '')}</form>`,
    )
  }
}

function getReply(response: ServerResponse) {
  return {
    set: (name: string, value: string) => void response.setHeader(name, value),
    send: (body: string | number) =>
      void (typeof body === 'number' ? response.writeHead(body).end() : response.end(body)),
  }
}

/** A certificate as metadata holds it. */
export function withoutFrame(cert: string): string {
  return cert.replace(/-----[^-]+-----/g, '').trim()
}

function writeMetadata(entityId: string, location: string, cert: string, descriptor: string): string {
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" ${descriptor}>
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
      <ds:X509Data><ds:X509Certificate>${withoutFrame(cert)}</ds:X509Certificate></ds:X509Data>
    </ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="${redirect}" Location="${location}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
}

async function signInAs(url: string, account: string) {
  const answer = await fetch(`${url}&account=${encodeURIComponent(account)}`)
  const page = await answer.text()
  if (answer.status !== 200) throw new Error(`The provider answers ${answer.status}: ${page.slice(0, 300)}`)
  const fields = [...page.matchAll(/name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    unescaped(value!),
  ])
  const [, action = ''] = /action="([^"]*)"/.exec(page) ?? []
  return { action: unescaped(action), form: new URLSearchParams(fields as [string, string][]) }
}

const unescaped = (text: string) =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) => String.fromCharCode(Number.parseInt(code, hex ? 16 : 10)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
