// Photos of a stop: taken, made small, kept at once, shown, removed.
import type { DriverStop, FileReference } from '@routewright/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storing } from '../outbox/keep-or-send.ts'
import { Icon } from '../parts/icon.tsx'
import { pathOfImage } from '../route/refresh.ts'
import type { ChangeDraft } from '../route/use-draft.ts'
import { database, type StopDraft } from '../store/database.ts'
import { useLive } from '../store/live.ts'
import { newId } from '../store/new-id.ts'
import { addUnstoredPicture, findUnstoredPicture, forgetUnstoredPicture } from '../store/unstored.ts'
import { compressPhoto } from './compress.ts'

interface Props {
  stop: DriverStop
  routeId: string
  draft: StopDraft
  change: ChangeDraft
  isNeeded: boolean
  /** Pictures that the service has, of a report that is being corrected. */
  kept?: readonly FileReference[]
  removeKept?: (id: string) => void
}

export function Photos({ stop, routeId, draft, change, isNeeded, kept = [], removeKept }: Props) {
  const { t } = useTranslation()
  const { take, input, isBusy, isBroken } = useTaking(stop, routeId, change)
  const remove = async (id: string) => {
    await change(({ picture_ids }) => ({ picture_ids: picture_ids.filter((text) => text !== id) }))
    forgetUnstoredPicture(id)
    // Pictures of a report are sent all the same, because a version of it shows them.
    if ((await database.pictures.get(id))?.state === 'draft') await database.pictures.delete(id)
  }
  const count = kept.length + draft.picture_ids.length

  return (
    <section className="part" id="photo">
      <h2>
        {t('proof.photos')} {isNeeded && count === 0 && <span className="needed">{t('proof.needed')}</span>}
      </h2>
      <div className="photos">
        {kept.map((image) => (
          <Photo key={image.id} image={image} onRemove={() => removeKept?.(image.id)} />
        ))}
        {draft.picture_ids.map((id) => (
          <Photo key={id} image={{ id, url: '' }} onRemove={() => void remove(id)} />
        ))}
        <label className={`photo-add${isBusy ? ' busy' : ''}`}>
          <Icon name="camera" />
          <span>{count === 0 ? t('proof.takePhoto') : t('proof.anotherPhoto')}</span>
          <input
            ref={input}
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            disabled={isBusy}
            onChange={(event) => void take(event.target.files)}
          />
        </label>
      </div>
      {isBroken && (
        <p className="fault" role="alert">
          {t('proof.photoBroken')}
        </p>
      )}
    </section>
  )
}

/** Keeps what the camera gave, one photo after the other; a file that is no picture is told and passed over. */
function useTaking(stop: DriverStop, routeId: string, change: ChangeDraft) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isBroken, setBroken] = useState(false)

  const take = async (files: FileList | null) => {
    setBusy(true)
    setBroken(false)
    for (const file of files ?? []) {
      try {
        const id = await keepPhoto(stop, routeId, await compressPhoto(file))
        await change(({ picture_ids }) => ({ picture_ids: [...picture_ids, id] }))
      } catch {
        setBroken(true)
      }
    }
    if (input.current) input.current.value = ''
    setBusy(false)
  }
  return { take, input, isBusy, isBroken }
}

async function keepPhoto(stop: DriverStop, routeId: string, photo: Blob): Promise<string> {
  const bytes = await photo.arrayBuffer()
  const owner = { route_id: routeId, stop_id: stop.id, created_at: Date.now() }
  const picture = { id: newId(), ...owner, state: 'draft' as const, bytes, type: photo.type }
  // A picture that cannot be stored is kept while the page is open, and sent directly.
  await storing(() => database.pictures.add(picture)).catch(() => addUnstoredPicture(picture))
  return picture.id
}

function Photo({ image, onRemove }: { image: FileReference; onRemove: () => void }) {
  const { t } = useTranslation()
  const address = usePictureAddress(image)
  return (
    <div className="photo">
      {address && <img src={address} alt={t('proof.photo')} />}
      <button type="button" aria-label={t('proof.removePhoto')} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Where the picture can be seen: on this phone where it was taken here, else in the service. Undefined while the phone is asked. */
export function usePictureAddress({ id, url }: FileReference): string | undefined {
  const stored = useLive(async () => (await findPicture(id)) ?? null, [id])
  const picture = stored ?? findUnstoredPicture(id)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!picture) return setAddress(undefined)
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const isElsewhere = stored === null && !picture && url !== ''
  return isElsewhere ? pathOfImage({ url }) : address
}

async function findPicture(id: string) {
  return (await database.pictures.get(id)) ?? (await database.pictures.where('stored_as').equals(id).first())
}
