import { formatFacts } from '../i18n/format.ts';
import type { otherWorkNow } from '../ui/building.ts';
import { otherWorkWords, verdictNow } from '../ui/building-words.ts';
import { lazily } from '../ui/lazily.tsx';
import { naming } from '../ui/page-state.ts';
import { VerdictLine } from '../ui/verdict.tsx';
import { Row } from './rows.tsx';

const ProjectLinks = lazily(async () => (await import('./row-detail.tsx')).ProjectLinks);

/** What keeps the account from building, or that the balance has no room for a usual run. */
export const AccountVerdict = () => <VerdictLine brief {...verdictNow('launch', null)} />;

/** A row of what goes on in a project besides a run and a deployment. */
export function OtherRow({
  id,
  projectId,
  work,
}: {
  id: string;
  projectId: string;
  work: NonNullable<ReturnType<typeof otherWorkNow>>;
}) {
  const { title, brief, facts } = otherWorkWords(work);
  return (
    <Row
      id={id}
      glyph="running"
      progress={work.progress ?? 0.25}
      title={naming.value.wholeName(projectId)}
      projectId={projectId}
      facts={formatFacts(title, facts)}
      side={brief !== '' && <span class="meta times">{brief}</span>}
      detail={
        <div class="verbs">
          <ProjectLinks projectId={projectId} />
        </div>
      }
    />
  );
}
