import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../../i18n/t.ts';
import type { ImportScan } from '../../storage/import-draft-schema.ts';
import { readImportFile } from '../../storage/import-drafts.ts';

/** The scanned picture or PDF as the browser shows it. */
export function ScanPicture({ scan }: { scan: ImportScan }) {
  const address = useSignal<string | null>(null);
  const isGone = useSignal(false);
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
  return (
    <figure class="scan-picture">
      {isGone.value && <p class="meta">{t('console.import.scan.gone')}</p>}
      {address.value !== null &&
        (scan.type === 'application/pdf' ? (
          <iframe src={address.value} title={name} />
        ) : (
          <img src={address.value} alt={name} />
        ))}
      <figcaption class="meta clip">
        {scan.isPhotograph ? t('console.import.scan.photographed') : scan.name}
      </figcaption>
    </figure>
  );
}
