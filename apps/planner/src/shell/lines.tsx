// Short texts of one cell, each on a line of its own that is not broken: a time, a phone number, an address for mail.
import { Text } from '@mantine/core'

const widest = 260

export function Lines({ of }: { of: readonly (string | undefined)[] }) {
  return of.filter(Boolean).map((text) => (
    <Text key={text} size="sm" truncate maw={widest} title={text}>
      {text}
    </Text>
  ))
}
