import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../../i18n/t.ts';
import type { ImportScan } from '../../../storage/import-draft-schema.ts';
import { readImportFile } from '../../../storage/import-table.ts';
import { Button } from '../../../ui/button.tsx';
import { useModal } from '../../../ui/modal.ts';

/** The scanned picture or PDF, enlarged to the window on request. */
export function ScanPicture({ scan }: { scan: ImportScan }) {
  const address = useSignal<string | null>(null);
  const isGone = useSignal(false);
  const isLarge = useSignal(false);
  useEffect(() => {
    let made: string | null = null;
    let isLeft = false;
    void readImportFile(scan.fileId).then((file) => {
      if (isLeft) return;
      if (file) made = URL.createObjectURL(file);
      address.value = made;
      isGone.value = file === null;
    });
    return () => {
      isLeft = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [scan.fileId]);
  const name = t('console.import.scan.picture', { name: scan.name });
  const isPdf = scan.type === 'application/pdf';
  const enlarge = () => (isLarge.value = true);
  return (
    <figure class="scan-picture">
      {/* Above: a PDF takes the wheel, and a press where it was before the page scrolled. */}
      <figcaption class="meta in-line">
        <span class="clip">{scan.isPhotograph ? t('console.import.scan.photographed') : scan.name}</span>
        {isPdf && address.value !== null && (
          <Button quiet onClick={enlarge}>
            {t('console.import.enlarge')}
          </Button>
        )}
      </figcaption>
      {isGone.value && <p class="meta">{t('console.import.scan.gone')}</p>}
      {address.value !== null &&
        (isPdf ? (
          <iframe src={address.value} title={name} />
        ) : (
          <Button title={t('console.import.enlarge')} onClick={enlarge}>
            <img src={address.value} alt={name} />
          </Button>
        ))}
      {isLarge.value && address.value !== null && (
        <Enlarged address={address.value} name={name} isPdf={isPdf} onClose={() => (isLarge.value = false)} />
      )}
    </figure>
  );
}

/** The same over the whole window. Escape closes it, and the focus goes back to what opened it. */
function Enlarged({
  address,
  name,
  isPdf,
  onClose,
}: {
  address: string;
  name: string;
  isPdf: boolean;
  onClose: () => void;
}) {
  const { attributes, close } = useModal(onClose);
  return (
    <dialog {...attributes} class="scan-enlarged" aria-label={name}>
      <header class="spread">
        <span class="clip">{name}</span>
        <Button onClick={close}>{t('verb.close')}</Button>
      </header>
      {isPdf ? (
        <iframe src={address} title={name} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <div class="scan-enlarged-picture" tabIndex={0}>
          <img src={address} alt={name} />
        </div>
      )}
    </dialog>
  );
}
