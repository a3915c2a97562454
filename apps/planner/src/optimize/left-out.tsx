// What the last search left out, before another one: one line a cause, and what would help.
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { warningText } from '../plan/warnings.ts'
import classes from '../shell/panel.module.css'
import { Sections } from '../shell/sections.tsx'

/** A click on a cause selects all of its stops. */
export function LeftOut() {
  const { t } = useTranslation('optimize')
  const { stops } = usePlanData()
  const { select } = useSelection.getState()
  const told = [...stops.values()].flatMap((stop) => {
    const [warning] = stop.optimization_warnings
    return warning && !stop.route_id && isOpen(stop) ? [{ id: stop.id, code: warning.code }] : []
  })
  if (told.length === 0) return null
  const causes = [...Map.groupBy(told, ({ code }) => code)].toSorted(([, a], [, b]) => b.length - a.length)
  return (
    <>
      <section className={classes.part}>
        <h3 className={classes.heading}>{t('why.left_out', { count: told.length })}</h3>
        <table className={classes.numbers} aria-label={t('why.causes')}>
          <tbody>
            {causes.map(([code, members]) => (
              <tr key={code}>
                <th scope="row">{warningText({ code, message: code }, t)}</th>
                <td>
                  <UnstyledButton fz="inherit" td="underline" onClick={() => select(members.map(({ id }) => id))}>
                    {t('why.stops', { count: members.length })}
                  </UnstyledButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Sections at="optimize.left" />
    </>
  )
}
