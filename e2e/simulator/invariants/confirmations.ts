import type { BrowserActor } from '../actors/browser-actor.ts';
import { STORED } from '../actors/extension-modules.ts';
import { type Form, hasDraft, TYPED_SECRET } from '../forms.ts';
import type { World } from '../world.ts';

/** A form makes no more projects than it has launches: one, unless the user confirmed a repetition. */
export function atMostOneEach(world: World, forms: readonly Form[]): string[] {
  return forms.flatMap((form) => {
    const [made, keys] = [madeOf(world, form), launchesOf(form.browser, form).length];
    return made > keys ? [`${form.words.id} was launched ${keys} times and made ${made} projects`] : [];
  });
}

/**
 * Every launch ends as launched or not launched. It may stay open only where the service can't tell: another
 * user or launch wanted the same name, or the project never ran its prompt.
 */
export function allSettled(
  world: World,
  browsers: readonly BrowserActor[],
  forms: readonly Form[],
  taken: ReadonlySet<string>,
): string[] {
  return forms.flatMap((form) => {
    const keys = browsers.flatMap((browser) => launchesOf(browser, form)).map(({ key }) => key);
    const confirmedOften = new Set(keys).size > 1;
    return browsers.flatMap((browser) => {
      const contested =
        taken.has(form.words.name) ||
        forms.some((other) => other !== form && other.words.name === form.words.name) ||
        confirmedOften ||
        (madeOf(world, form) > 0 && runsOf(world, form) === 0);
      return launchesOf(browser, form)
        .filter(({ shown }) => shown === 'launching' || (shown === 'unknown' && !contested))
        .map(({ key, shown }) => `${form.words.id} stays ${shown} (${key})`);
    });
  });
}

/** As many launches of a form are shown as launched as it created projects, unless some are open. */
export function shownTruly(
  world: World,
  browsers: readonly BrowserActor[],
  forms: readonly Form[],
): string[] {
  return forms.flatMap((form) =>
    browsers.flatMap((browser) => {
      const launches = launchesOf(browser, form);
      if (launches.length === 0) return [];
      const open = launches.filter(({ shown }) => shown === 'unknown' || shown === 'launching').length;
      const launched = launches.filter(({ shown }) => shown === 'launched').length;
      // A profile that was copied before the repetition does not know it.
      const known = new Set(launches.map(({ key }) => key));
      const all = browsers.flatMap((one) => launchesOf(one, form)).every(({ key }) => known.has(key));
      const made = madeOf(world, form);
      const right = launched <= made && (!all || launched + open >= made);
      return right
        ? []
        : [
            `${form.words.id} made ${made} projects; shown are ${launches.map((one) => one.shown).join(', ')}`,
          ];
    }),
  );
}

/** Every launch that the background confirmed is in the browser's history. */
export function nothingForgotten(forms: readonly Form[]): string[] {
  return forms.flatMap((form) => {
    const known = new Set(launchesOf(form.browser, form).map(({ key }) => key));
    return [...form.promised]
      .filter((key) => !known.has(key))
      .map((key) => `${form.words.id} was confirmed as ${key}, of which nothing is known`);
  });
}

/** Input is kept until it was launched. */
export function draftsKept(forms: readonly Form[]): string[] {
  return forms
    .filter((form) => form.stored && !hasDraft(form))
    .filter((form) => !launchesOf(form.browser, form).some(({ shown }) => shown === 'launched'))
    .map((form) => `${form.words.id} is gone and was not launched`);
}

/** Values of secrets are never on disk, and in memory only for a form that may still be launched. */
export function secretsForgotten(browsers: readonly BrowserActor[]): string[] {
  return browsers.flatMap((browser) => {
    const onDisk = JSON.stringify([...browser.state.local]).includes(TYPED_SECRET);
    const settled = browser
      .launches()
      .filter(({ key, shown }) => shown !== 'unknown' && browser.state.session.has(STORED.secrets(key)));
    return [
      ...(onDisk ? ['a typed secret is on disk'] : []),
      ...settled.map(({ key, shown }) => `the secrets of ${key}, which is ${shown}, are still in memory`),
    ];
  });
}

/**
 * A first run that did not start is started at most once afterwards, and its status is correct. It may stay
 * open where another user started a run of the project, or a copied profile asked under another key.
 */
export function followUpsOnce(
  world: World,
  browsers: readonly BrowserActor[],
  forms: readonly Form[],
  taken: ReadonlySet<string>,
): string[] {
  return forms.flatMap((form) => {
    const runs = runsOf(world, form);
    const made = madeOf(world, form);
    const result = browsers
      .flatMap((browser) => launchesOf(browser, form))
      .flatMap(({ key, retries, record }) =>
        Object.entries(retries).map(([step, { state, key: asked }]) => ({
          key,
          step,
          state,
          asked,
          contested: taken.has(record?.projectId ?? ''),
        })),
      );
    return [
      ...(runs > made ? [`${form.words.id} made ${made} projects and ${runs} first runs`] : []),
      ...result
        .filter(({ state, contested }) => state === 'going' && !contested)
        .filter(
          (one) =>
            !result.some(
              ({ key, step, asked }) => key === one.key && step === one.step && asked !== one.asked,
            ),
        )
        .map(({ key, step }) => `${step} of ${key} is under way for ever`),
      ...result
        .filter(({ step, state }) => step === 'agent' && state === 'done' && runs === 0)
        .map(({ key }) => `the agent of ${key} is shown as started, and was not`),
    ];
  });
}

/**
 * Each step that the answer to a launch warned of needs the user, or did, unless its run was started at once,
 * by whomever. The edge sees to caps itself, and a remark needs nobody.
 */
export function warningsNeedSomebody({ edge: { object } }: World, taken: ReadonlySet<string>): string[] {
  const rows = <T extends Record<string, string>>(query: string) => object.sql.exec<T>(query).toArray();
  const known = new Set([
    ...rows<{ id: string }>('SELECT id FROM attention_items').map(({ id }) => id),
    ...rows<{ project_id: string }>("SELECT project_id FROM launches WHERE operation = 'startAgent'").map(
      ({ project_id }) => `launch-step:${project_id}:agent`,
    ),
    ...[...taken].map((projectId) => `launch-step:${projectId}:agent`),
  ]);
  return rows<{ project_id: string; warnings: string }>(
    "SELECT project_id, warnings FROM launches WHERE operation = 'launchProject' AND state = 'launched'",
  ).flatMap(({ project_id, warnings }) =>
    (JSON.parse(warnings) as { step: string; errorCode: string }[])
      .filter(({ step, errorCode }) => step !== 'creditLimits' && errorCode !== '')
      .map(({ step }) => `launch-step:${project_id}:${step}`)
      .filter((id) => !known.has(id))
      .map((id) => `${id} was warned of and needs nobody`),
  );
}

const madeOf = ({ service }: World, { words }: Form) =>
  service.world.counters.effects.projectsByPrompt[words.words] ?? 0;

const runsOf = ({ service }: World, { words }: Form) =>
  service.world.counters.effects.runsByPrompt[words.words] ?? 0;

const launchesOf = (browser: BrowserActor, { words }: Form) =>
  browser.launches().filter(({ draft }) => draft.words === words.words);
