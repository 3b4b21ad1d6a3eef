import type { BrowserActor } from './actors/browser-actor.ts';
import { type FormWords, STORED } from './actors/extension-modules.ts';
import type { World } from './world.ts';

/** Part of every secret that is typed into a form, so that it is found wherever it is stored. */
export const TYPED_SECRET = 'canary-typed-secret';

/** A form in a browser, and what that browser has shown of it. */
export interface Form {
  readonly words: FormWords;
  readonly browser: BrowserActor;
  /** The page was open long enough to store it. */
  stored: boolean;
  /** Keys of launches that a page has shown, which must be kept from then on. */
  readonly promised: Set<string>;
}

/** Fills in a form and clicks its button once or repeatedly. */
export function fillInAndConfirm(world: World, browser: BrowserActor, at: number): Form {
  const { random } = world;
  const id = `form-${at}`;
  const secrets = random.chance(0.3) ? [{ id: 's', name: 'MAIL_KEY', environment: 'both' as const }] : [];
  const words: FormWords = {
    id,
    name: random.pick(['barber-shop', `app-${at}-${at}`]),
    words: `Build number ${at}`,
    label: random.chance(0.7) ? `Form ${at}` : '',
    secrets,
  };
  const form: Form = { words, browser, stored: false, promised: new Set() };
  const clicks = 1 + random.below(3);
  void browser.fillIn(words, TYPED_SECRET).then((stored) => {
    form.stored = stored;
    world.note(`${id} is ${stored ? 'stored' : 'lost with its page'}`);
    if (stored) for (let click = 0; click < clicks; click++) press(world, form, null);
  });
  return form;
}

/** Clicks the same button again; for an unknown launch possibly as the explicit second confirmation. */
export function pressAgain(world: World, form: Form): void {
  if (!form.stored) return;
  const open = form.browser
    .launches()
    .find(({ draft, shown }) => draft.id === form.words.id && (shown === 'unknown' || shown === 'launching'));
  press(world, form, open && world.random.chance(0.5) ? open.key : null);
}

function press(world: World, form: Form, insteadOf: string | null): void {
  const { id } = form.words;
  form.browser.press(id, insteadOf).then(
    (key) => {
      world.note(`${id} is pressed${insteadOf ? ` instead of ${insteadOf}` : ''}: ${key}`);
      if (key !== null) form.promised.add(key);
    },
    (failure) => world.note(`PROBLEM: pressing ${id} failed: ${String(failure)}`),
  );
}

/** Every step that a launch here warned about and that can be retried. */
export function retrySteps(world: World, browser: BrowserActor): void {
  for (const { key, shown, retries, record } of browser.launches())
    for (const { step } of shown === 'launched' ? (record?.warnings ?? []) : []) {
      if (retries[step] && retries[step].state !== 'failed') continue;
      world.note(`${step} of ${key} is asked for again`);
      void browser.retry(key, step);
    }
}

/** Whether a browser still has the input. */
export function hasDraft({ browser, words }: Form): boolean {
  return browser.state.local.has(STORED.draft(words.id));
}
