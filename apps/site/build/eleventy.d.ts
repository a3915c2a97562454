// The parts of Eleventy that the build uses; the package describes its types in comments only.
declare module '@11ty/eleventy' {
  export interface PageData {
    page: { inputPath: string; url: string }
    [name: string]: unknown
  }

  export interface UserConfig {
    setUseGitIgnore(use: boolean): void
    addTemplate(path: string, content: string, data?: Readonly<Record<string, unknown>>): void
    addGlobalData(name: string, value: unknown): void
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void
    amendLibrary(engine: 'md', amend: (markdown: unknown) => void): void
    on(event: 'eleventy.config', listener: (made: { getConfig(): object }) => void): void
    addTransform(name: string, transform: (this: PageData, content: string) => string): void
  }

  export interface Settings {
    quietMode?: boolean
    configPath?: string | null
    config(config: UserConfig): void
  }

  export default class Eleventy {
    constructor(input: string, output: string, settings: Settings)
    init(): Promise<void>
    write(): Promise<void>
    watch(): Promise<void>
    serve(port: number): Promise<void>
  }
}
