import * as z from 'zod/mini';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useResource } from '../../../../reads/resource.ts';

/** The gaps page documents a list with one address, the data reference the address itself. */
const addresses = z.union([z.array(z.string()), z.string()]);

/** A link to a file with a temporary address, which is requested when this is rendered, at `path` of the edge. */
export function TemporaryLink({ path, label }: { path: string; label: string }) {
  const address = useResource({ path, schema: addresses, keep: false });
  return (
    <Loaded of={address}>
      {(response) => {
        const [url] = [response].flat();
        return url && /^https?:/.test(url) ? (
          <a class="button" href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        ) : (
          <span class="meta">{t('console.unavailable')}</span>
        );
      }}
    </Loaded>
  );
}
