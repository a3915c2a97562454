// Asks what was collected at the door: the full amount by one tap, another one or none with a reason.
import type { CashOnDelivery } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useTyped } from '../parts/draft-text.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { choosePayment, getKeyboard, isOtherAmount, paymentChoices, REASON_LENGTH } from '../route/payment.ts'
import type { ChangeDraft } from '../route/use-draft.ts'
import type { RouteView } from '../route/use-route.ts'
import type { PaymentDraft, StopDraft } from '../store/database.ts'

interface Props {
  view: RouteView
  due: CashOnDelivery
  draft: StopDraft
  change: ChangeDraft
}

/** The amount to collect, before the door opens. */
export function DueAmount({ view, due }: Pick<Props, 'view' | 'due'>) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  return (
    <section className="part due" aria-label={t('payment.due')}>
      <h2>
        <Icon name="money" size={20} /> {t('payment.due')}
      </h2>
      <p className="big">
        <strong>{formats.moneyIn(due)}</strong>
      </p>
    </section>
  )
}

export function PaymentChoice({ view, due, draft, change }: Props) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const { payment } = draft
  return (
    <section className="part" id="payment">
      <fieldset className="choice">
        <legend>
          {t('payment.title', { amount: formats.moneyIn(due) })} <span className="needed">{t('proof.needed')}</span>
        </legend>
        {paymentChoices.map((method) => (
          <label key={method} className={choiceClass(method, payment)}>
            <input
              type="radio"
              name="payment"
              checked={payment?.method === method}
              onChange={() => void change((known) => ({ payment: choosePayment(due, method, known.payment) }))}
            />
            {t(`payment.choice.${method}`)}
          </label>
        ))}
      </fieldset>
      {payment && <PaymentDetails due={due} payment={payment} change={change} />}
    </section>
  )
}

function choiceClass(method: PaymentDraft['method'], payment: PaymentDraft | undefined): string {
  if (payment?.method !== method) return ''
  return method === 'none' ? 'chosen canceled' : 'chosen completed'
}

function PaymentDetails({ due, payment, change }: Pick<Props, 'due' | 'change'> & { payment: PaymentDraft }) {
  const { t } = useTranslation()
  const put = (part: Partial<PaymentDraft>) =>
    void change((known) => ({ payment: { ...(known.payment ?? payment), ...part } }))
  const amount = useTyped(payment.amount, (value) => put({ amount: value }))
  const reason = useTyped(payment.reason, (value) => put({ reason: value }))
  return (
    <>
      {payment.method !== 'none' && (
        <label className="field">
          <span>{t('payment.amount', { currency: due.currency })}</span>
          <input
            inputMode={getKeyboard(due.currency)}
            autoComplete="off"
            maxLength={13}
            value={amount.value}
            onChange={(event) => amount.set(event.target.value)}
          />
        </label>
      )}
      {isOtherAmount(due, payment) && (
        <label className="field">
          <span>
            {t('payment.reason')} <span className="needed">{t('proof.needed')}</span>
          </span>
          <input
            type="text"
            maxLength={REASON_LENGTH}
            value={reason.value}
            onChange={(event) => reason.set(event.target.value)}
          />
        </label>
      )}
    </>
  )
}
