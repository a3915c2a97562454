// Pages for people without an account: one self-contained document each, under a policy that lets nothing else in.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

/** The parts of a page, as they stand in its folder. */
export interface Page {
  html: string
  css: string
  script: string
}

/** Reads `<name>.html`, `.css` and `.js` of a folder; once, when the server starts. */
export function readPage(folder: URL, name: string): Page {
  const part = (extension: string) => readFileSync(new URL(`${name}.${extension}`, folder), 'utf8')
  return { html: part('html'), css: part('css'), script: part('js') }
}

/**
 * Answers the page. It is the same for everybody: data come to its script by calls, so nothing that a person wrote is ever
 * part of the document.
 */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  // A function as replacement: the page's own $ signs mean nothing.
  const document = page.html
    .replace('<!-- style -->', () => `<style nonce="${nonce}">${page.css}</style>`)
    .replace('<!-- script -->', () => `<script nonce="${nonce}">${page.script}</script>`)
  return sendDocument(reply, 200, document, [
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
  ])
}

function sendDocument(reply: FastifyReply, status: number, document: string, allowed: readonly string[]): FastifyReply {
  const policy = ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cache-control', 'no-store')
    .header('permissions-policy', 'geolocation=(self), camera=(self), microphone=()')
    .send(document)
}
