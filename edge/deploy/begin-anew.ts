import type { Health, OpenWork } from '../../shared/edge-api/health.ts';
import { FORM_NUMBER } from '../object/form-number.ts';
import type { Context } from './context.ts';
import { again } from './origin.ts';
import { Stop } from './stop.ts';

const OPEN_WORDS: Record<OpenWork, string> = {
  something: 'the cap of a project is overridden, or a paid call or an import is open',
  cap: 'the cap of a project is overridden, which only it puts back',
  'paid-call': 'the outcome of a paid call is not known yet',
  'import-rows': 'an import is not over',
};

/**
 * Whether the upgrade deletes what the edge stored, since this version stores it otherwise. Asks before.
 * @param before what the edge that runs says of itself; null: it does not answer, and nothing is deleted
 * @throws Stop while that would lose what is owed, and unless somebody agrees
 */
export async function beginsAnew({ options, terminal }: Context, before: Health | null): Promise<boolean> {
  if (before === null || before.form === FORM_NUMBER) return false;
  if (before.open === null)
    throw new Stop(
      `This version stores everything in another form, so it would begin anew, and the edge that runs does not say whether anything is open: an overridden cap, a paid call, an import. Nothing was changed. Where nothing is: \`${again('remove')}\`, then \`${again()}\`.`,
    );
  if (before.open.length > 0)
    throw new Stop(
      `This version stores everything in another form, so it would begin anew. Not now: ${before.open.map((one) => OPEN_WORDS[one]).join('; ')}. Nothing was changed.`,
    );
  terminal.warn(
    'This version stores everything in another form, so the edge begins anew: paired browsers, the record of paid calls, events, imports, guards, alert channels and data keys are deleted. The service and its keys stay as they are.',
  );
  const isSure =
    options.dryRun ||
    options.confirm === options.name ||
    (terminal.interactive && (await terminal.confirm('Delete what the edge has stored, and begin anew?')));
  if (!isSure) throw new Stop(`Nothing was changed. Without a question: --confirm ${options.name}`);
  return true;
}
