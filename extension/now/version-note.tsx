import { API_VERSION, olderSide } from '../../shared/edge-api/health.ts';
import { upgradeCommand } from '../../shared/published.ts';
import { t } from '../i18n/t.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Glyph } from '../ui/icons.tsx';
import { PUBLISHED } from '../ui/published.ts';
import { stored } from '../ui/stored-state.ts';

const NEWS: Record<typeof API_VERSION, () => string> = { 3: () => t('edgeNews.v3') };

/** Which of edge and extension to update when their versions differ, and how; nothing otherwise. */
export function VersionNote({ published = PUBLISHED }) {
  const { connection, health } = stored.value ?? {};
  const older =
    connection && health?.edgeApi !== undefined && !health.failure ? olderSide(health.edgeApi) : null;
  if (older === null) return null;
  const command = upgradeCommand(published);
  return (
    <div class="standing" role="status">
      <Glyph name="warning" />
      {older === 'edge' ? (
        <div>
          <strong>{t('state.olderEdge')}</strong>
          <span class="meta">
            {t('state.olderEdgeFacts', { version: published.version })} <code>{command}</code>
            <br />
            {NEWS[API_VERSION]()}
          </span>
          <CopyButton text={command} />
        </div>
      ) : (
        <div>
          <strong>{t('state.olderExtension')}</strong>
          <span class="meta">{t('state.olderExtensionFacts')}</span>
        </div>
      )}
    </div>
  );
}
