import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { nameOfWords, newDraft } from '../../launch/draft.ts';
import { intoPrompt } from '../../launch/into-prompt.ts';
import { draftStore, lastSettings } from '../../storage/drafts.ts';
import { changePromptDraft } from '../../storage/prompt-drafts.ts';
import { openRequestItem } from '../../storage/session.ts';
import { naming } from '../../ui/page-state.ts';
import { mayAct } from '../../ui/stored-state.ts';
import { goToPart } from '../parts/arrival.ts';
import { goTo, route } from '../parts/navigation.ts';
import { projectAddress, viewAddress } from '../parts/routes.ts';
import type { Finding } from './palette-findings.ts';

/** Fewer words are looked for, and are no prompt. */
const PROMPT_WORDS_MIN = 3;
/** Shown part of them, in characters. */
const SHOWN_MAX = 40;

/** Offers typed words as a prompt for the project at hand or a new one: fills its field or form, unsent. */
export function wordsFindings(typed: string): Finding[] {
  const words = typed.trim();
  if (words.split(/\s+/).length < PROMPT_WORDS_MIN) return [];
  if (!mayAct('builder')) return [];
  const said = isolated(words.length > SHOWN_MAX ? `${words.slice(0, SHOWN_MAX)}…` : words);
  const note = t('console.palette.action');
  const at = route.value.kind === 'project' ? route.value.projectId : null;
  return [
    ...(at === null
      ? []
      : [
          {
            kind: 'act' as const,
            title: t('console.palette.promptWords', { name: naming.value.project(at), words: said }),
            note,
            keep: () => intoComposer(at, words),
            run: () => goToPart(projectAddress(at), 'composer'),
          },
        ]),
    {
      kind: 'act',
      title: t('console.palette.launchWords', { words: said }),
      note,
      keep: () => intoLaunch(words),
      run: () => goTo(viewAddress('launch')),
    },
  ];
}

async function intoComposer(projectId: string, words: string): Promise<void> {
  const now = Date.now();
  const prompted = { words, reference: null, keptLines: [], attachments: [] };
  await changePromptDraft(projectId, (begun) => intoPrompt(prompted, begun, now), now);
}

async function intoLaunch(words: string): Promise<void> {
  const now = Date.now();
  const draft = newDraft(crypto.randomUUID(), now, await lastSettings.read());
  await draftStore.write({ ...draft, words, name: nameOfWords(words) });
  await openRequestItem.setValue({ draftId: draft.id, at: now });
}
