import type * as z from 'zod/mini';
import {
  designtoolStatus,
  pullStatus,
  repositoryStatus,
} from '../../../../../shared/builder-api/publishing.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatAgo } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { serviceWord } from '../../../../i18n/service-words.ts';
import { t } from '../../../../i18n/t.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { projectPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { edgeNow } from '../../../../ui/page-state.ts';
import { Part } from '../../../parts/part.tsx';

/** The project's connections to a code repository and a design tool, which are made at the service itself. */
export function Connections({ projectId }: { projectId: string }) {
  const repository = useResource({
    path: projectPath(projectId, '/github/status'),
    schema: repositoryStatus,
  });
  const pull = useResource({ path: projectPath(projectId, '/github/pull-status'), schema: pullStatus });
  const designtool = useResource({
    path: projectPath(projectId, '/designtool/status'),
    schema: designtoolStatus,
  });
  const read = repository.state.value.kind === 'shown' ? repository.state.value.value : null;
  const pulled = pull.state.value.kind === 'shown' ? pullWords(pull.state.value.value) : null;
  return (
    <Part
      title={t('console.ship.connections')}
      summary={read?.connected ? (read.repositoryFullName ?? '') : ''}
      isOpen={read?.connected === true && (read.tokenExpired === true || read.tokenValid === false)}
    >
      <dl class="connections">
        <dt class="meta">{t('console.ship.repository')}</dt>
        <dd>
          <Loaded of={repository}>
            {({
              connected,
              tokenValid,
              tokenExpired,
              repositoryFullName,
              developBranch,
              productionBranch,
            }) =>
              connected ? (
                <>
                  <strong>{isolated(repositoryFullName ?? '')}</strong>
                  <span class="meta block">
                    {[developBranch, productionBranch]
                      .filter((branch) => branch != null)
                      .map(isolated)
                      .join(' → ')}
                  </span>
                  {(tokenExpired || tokenValid === false) && (
                    <span class="failure block">{t('console.ship.tokenInvalid')}</span>
                  )}
                  {pulled && <span class="meta block">{pulled}</span>}
                </>
              ) : (
                <span class="meta">{t('console.ship.notConnected')}</span>
              )
            }
          </Loaded>
        </dd>
        <dt class="meta">{t('console.ship.designtool')}</dt>
        <dd>
          <Loaded of={designtool}>
            {({ connected, connectedAt, tokenValid, tokenError }) => {
              if (!connected) return <span class="meta">{t('console.ship.notConnected')}</span>;
              const at = parseInstant(connectedAt);
              return (
                <>
                  {at === null
                    ? t('console.ship.connected')
                    : t('console.ship.connectedSince', { ago: formatAgo(at, edgeNow.value) })}
                  {(tokenError || tokenValid === false) && (
                    <span class="failure block">{t('console.ship.tokenInvalid')}</span>
                  )}
                </>
              );
            }}
          </Loaded>
        </dd>
      </dl>
    </Part>
  );
}

/** Outcome of the last pull; empty without one. An open set. */
function pullWords({ status, createdAt }: z.infer<typeof pullStatus>): string | null {
  const at = parseInstant(createdAt);
  const ago = at === null ? '' : formatAgo(at, edgeNow.value);
  switch (status) {
    case null:
    case undefined:
      return null;
    case 'pulling':
      return t('verdict.pulling');
    case 'success':
      return t('console.ship.pulled', { ago });
    case 'error':
      return t('console.ship.pullFailed', { ago });
    default:
      return serviceWord(status);
  }
}
