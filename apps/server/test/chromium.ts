// Chromium as the browser tests drive it: silent in the network, and drawing without a graphics card.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/**
 * Parts of Chromium that are left out. The last list on the command line is the one that counts, so what Playwright
 * leaves out (playwright-core, chromiumSwitches.ts) is repeated here.
 */
const featuresLeftOut = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  // The list below the address bar is a page with a process of its own. No test sees it, and to load it for every window
  // took longer than to load the page under test.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresLeftOut.join(',')}`,
  // SwiftShader draws what asks for WebGL, the maps. To put every page together by it as well took half the time of the tests.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
]

/** Lets pages use a camera without asking, which shows this uncompressed video. */
export function cameraArgs(video: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]
}

/** Video that the lent browser's camera shows: empty until somebody writes it. */
export const cameraVideo = join(tmpdir(), `routewright-camera-${process.pid}.y4m`)

/**
 * Runs in pages before anything else: a machine without a graphics card and without SwiftShader, on which maps cannot be drawn. To
 * draw one takes more of the processor than all else that a page of the plan does when it opens.
 */
export const withoutGraphics = `{
  const get = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return /webgl/.test(kind) ? null : get.call(this, kind, ...more)
  }
}`

/** A browser for one test file, or for one world of it. */
export interface LentChromium {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes the contexts that were opened by this one. */
  close(): Promise<void>
}

/** The one of this process, for all files that share it; it ends with the process. */
let running: Promise<Browser> | undefined

async function runningChromium(): Promise<Browser> {
  if (!(await running)?.isConnected())
    running = chromium.launch({
      executablePath: chromiumPath,
      args: [...chromiumArgs, ...cameraArgs(cameraVideo)],
    })
  return running!
}

/**
 * Lends the browser of this process. A context is a profile of its own: cookies, storage, workers and what was loaded are nobody
 * else's, and are gone when it is closed.
 */
export async function borrowChromium(): Promise<LentChromium> {
  const browser = await runningChromium()
  const contexts: BrowserContext[] = []
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    async close() {
      for (const context of contexts) await context.close()
    },
  }
}
