// Reads server-sent events from a response, as a page does.

export interface StreamedEvent {
  event: string
  id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any
}

/** Calls `onEvent` for each event until the stream ends; throws when it breaks off. */
export async function readEvents(answer: Response, onEvent: (event: StreamedEvent) => void): Promise<void> {
  let text = ''
  for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const event = parse(block)
      if (event) onEvent(event)
    }
  }
}

function parse(block: string): StreamedEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const event = fields.get('event')
  if (!event) return undefined
  const id = fields.get('id')
  return { event, data: JSON.parse(fields.get('data') ?? 'null'), ...(id === undefined ? {} : { id }) }
}
