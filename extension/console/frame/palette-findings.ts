import { browser } from 'wxt/browser';
import { placeOfTopic } from '../../../shared/attention/news.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { itemWords } from '../../i18n/attention-words.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { t } from '../../i18n/t.ts';
import { projectUrls } from '../../now/row-detail.tsx';
import { BACK } from '../../now/site-look.tsx';
import { act } from '../../ui/act.ts';
import { VIEWS } from '../../ui/open-page.ts';
import { browserNow, edgeNow, naming, settingsNow } from '../../ui/page-state.ts';
import { isProjectMuted, muteProject, saveSettings } from '../../ui/settings-change.ts';
import { attentionNow, mayAct, stored } from '../../ui/stored-state.ts';
import { activityAddress } from '../kit/activity-address.ts';
import { running } from '../pages/projects/row-state.ts';
import { isJustStarted } from '../parts/just-started.ts';
import { route } from '../parts/navigation.ts';
import { placeAt } from '../parts/places.ts';
import { PROJECT_TABS, projectAddress, viewAddress } from '../parts/routes.ts';

/**
 * A result of the palette. `go` opens an address, where an irreversible action is confirmed, and gives the
 * focus to the part with the title `part`. `act` does what can be undone; `keep` stores something before it,
 * and may fail. `answer` shows nowhere else, and is answered in the palette.
 */
export type Finding = {
  title: string;
  note: string;
  /** Further words that find it. */
  also?: string;
  /** Name of the project that it is done to. */
  of?: string;
} & (
  | { kind: 'go'; address: string; part?: string }
  | { kind: 'act'; keep?: () => Promise<void>; run: () => void }
  | { kind: 'answer'; run: () => Promise<string> }
);

/** A project found by the service, beside those that this browser knows. */
export type FoundProject = { projectId: string; name: string };

/** A finding that opens an address. */
export const go = (
  title: string,
  note: string,
  address: string,
  more: Partial<Pick<Finding & { kind: 'go' }, 'also' | 'of' | 'part'>> = {},
): Finding => ({ kind: 'go', title, note, address, ...more });

/** Views, actions and projects, in their default order. */
export function findings(found: readonly FoundProject[]): Finding[] {
  const views = VIEWS.map((view) =>
    go(t(`view.${view}`), t('view.title'), viewAddress(view), {
      also: ALSO_OF[view]?.() ?? '',
    }),
  );
  const projects = knownProjects(found);
  const [atHand, others] = [projects.filter(isAtHand), projects.filter((one) => !isAtHand(one))];
  const parts = namedParts();
  return [
    ...atHand.flatMap(projectActions),
    ...byUse([...views, ...accountParts(), ...accountActions()]),
    ...projects.flatMap((project) => projectPlaces(project).slice(0, 1)),
    ...others.flatMap(projectActions),
    ...projects.flatMap((project) => projectPlaces(project).slice(1)),
    ...projects.flatMap((project) => projectParts(project, parts)),
  ];
}

/** What needs the user, as it stands in Now; each opens where it is seen. */
export const needFindings = (): Finding[] =>
  attentionNow.value.items
    .filter(({ seen }) => seen === null)
    .map(({ reason, projectId, since }) => {
      const place = placeAt(placeOfTopic(reason.kind), projectId);
      const { title } = itemWords(reason, projectId, since, naming.value, edgeNow.value);
      return go(title, place?.name ?? '', place?.address ?? viewAddress('now'));
    });

/** Known and found projects: the one whose page is shown, those that need the user, then by last use. */
export function knownProjects(found: readonly FoundProject[]): FoundProject[] {
  const names = stored.value?.attention.names ?? {};
  const recent = stored.value?.snapshot?.snapshot.sections.projects.data?.items ?? [];
  const known = new Set([...recent.map(({ projectId }) => projectId), ...Object.keys(names)]);
  return [
    ...[...known].map((projectId) => ({ projectId, name: naming.value.project(projectId) })),
    ...found.filter(({ projectId }) => !known.has(projectId)),
  ].toSorted(
    (one, other) => Math.sign(needOf(one) - needOf(other)) || lastUseOf(other.name) - lastUseOf(one.name),
  );
}

/** Palette choices since this page was opened, by project or title; later ones have higher numbers. */
const uses = new Map<string, number>();
const lastUseOf = (key: string): number => uses.get(key) ?? 0;

/** Findings of what was chosen come before others alike, but for projects that need the user. */
export const noteUse = ({ title, of = title }: Finding): void =>
  void uses.set(of, Math.max(0, ...uses.values()) + 1);

const byUse = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((one, other) => lastUseOf(other.title) - lastUseOf(one.title));

/** The project at hand first, then those that need the user, as they stand in Now. */
function needOf(project: FoundProject): number {
  if (isAtHand(project)) return -1;
  const at = attentionNow.value.items.findIndex(({ projectId }) => projectId === project.projectId);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

const isAtHand = ({ projectId }: FoundProject): boolean =>
  route.value.kind === 'project' && route.value.projectId === projectId;

/** Further words that a view is looked for by. */
const ALSO_OF: Partial<Record<(typeof VIEWS)[number], () => string>> = {
  launch: () => t('console.palette.also.launch'),
  import: () => t('console.palette.also.import'),
  money: () => t('console.palette.also.money'),
  activity: () => t('console.palette.also.activity'),
};

/** Parts of a project's page: where they are, their titles, and other words that people look for them by. */
const namedParts = () =>
  [
    [['limits'], t('spentOn.development'), t('console.palette.also.cap')],
    [['limits'], t('spentOn.infrastructure'), t('console.palette.also.cap')],
    [['limits'], t('console.guards.title'), t('console.palette.also.guards')],
    [['limits'], t('console.limits.features'), ''],
    [['limits'], t('console.limits.visitor'), t('console.palette.also.visitor')],
    [['ship'], t('priced.create_deployment'), t('console.palette.also.deployment')],
    [['ship'], t('fact.versions'), t('console.palette.also.versions')],
    [['ship'], t('fact.domain'), ''],
    [['ship'], t('console.ship.secrets'), t('console.palette.also.secrets')],
    [['ship'], t('console.ship.server'), t('console.palette.also.server')],
    [['ship'], t('fact.logs'), ''],
    [['ship'], t('console.ship.connections'), t('console.palette.also.connections')],
    [['data', 'key'], t('console.data.key'), ''],
    [['data', 'deleted'], t('fact.deleted'), ''],
    [['database', 'sql'], t('console.database.sql'), ''],
    [['ship'], t('console.webhook.address'), ''],
    [['ship'], t('console.webhook.deliveries'), ''],
  ] as const;

function projectParts({ projectId, name }: FoundProject, parts: ReturnType<typeof namedParts>): Finding[] {
  const note = naming.value.screened ? '' : projectId;
  return [
    ...parts.map(([[tab, ...within], part, also]) =>
      go(`${name} · ${part}`, note, projectAddress(projectId, tab, ...within), { of: name, also, part }),
    ),
    go(`${name} · ${t('view.activity')}`, note, activityAddress({ project: projectId })),
  ];
}

function accountParts(): Finding[] {
  const isOwner = mayAct('owner');
  const note = t('view.settings');
  const action = t('console.palette.action');
  const sections = [
    ['devices', t('fact.browsers'), t('console.palette.also.browsers')],
    ['alerts', t('view.alerts'), t('console.palette.also.alerts')],
    ['webhooks', t('view.webhooks'), ''],
    ['pairing', t('pairing.heading'), ''],
  ] as const;
  const parts = [
    ['service', t('console.account.parts.apiKey'), ''],
    ['service', t('console.account.plan'), t('console.palette.also.standing')],
    ['service', t('console.account.edge'), t('console.palette.also.edge')],
    ['service', t('fact.engine'), ''],
    ['service', t('fact.prices'), t('console.palette.also.prices')],
    ['this-browser', t('browser.launching'), t('console.palette.also.options')],
    ['this-browser', t('browser.data'), t('console.palette.also.options')],
  ] as const;
  const went = t('console.money.went.title');
  const alerts = viewAddress('settings', 'alerts');
  return [
    ...sections.map(([section, title, also]) => go(title, note, viewAddress('settings', section), { also })),
    ...(isOwner
      ? [
          go(t('console.palette.addChannel'), action, alerts, {
            also: t('console.palette.also.alerts'),
            part: t('console.alerts.add'),
          }),
        ]
      : []),
    go(t('console.palette.testAlert'), action, alerts, { also: t('console.palette.also.testAlert') }),
    go(
      `${t('view.activity')} · ${t('console.activity.trouble')}`,
      t('view.title'),
      activityAddress({ only: 'trouble' }),
      { also: t('console.palette.also.failed') },
    ),
    go(went, t('view.money'), viewAddress('money'), {
      part: went,
    }),
    ...parts.map(([section, part, also]) => go(part, note, viewAddress('settings', section), { also, part })),
  ];
}

function accountActions(): Finding[] {
  const note = t('console.palette.action');
  const settings = settingsNow.value;
  const isMuted = settings.mutedUntil > browserNow.value;
  const save = (change: Partial<typeof settings>) => () => void saveSettings(change);
  const themes = {
    system: t('browser.themeSystem'),
    light: t('browser.themeLight'),
    dark: t('browser.themeDark'),
  };
  const does = (title: string, run: () => void, also = ''): Finding => ({
    kind: 'act',
    title,
    note,
    also,
    run,
  });
  const mute = t('console.palette.also.mute');
  return [
    ...Object.entries(themes)
      .filter(([theme]) => theme !== settings.theme)
      .map(([theme, name]) =>
        does(t('console.palette.theme', { name }), save({ theme: theme as typeof settings.theme })),
      ),
    does(t(settings.screenShare ? 'verb.show' : 'verb.hide'), save({ screenShare: !settings.screenShare })),
    does(t('verb.refresh'), () => void act('refresh', { fresh: true })),
    does(
      t(settings.quietHours.on ? 'console.palette.noQuiet' : 'options.quietHours'),
      save({ quietHours: { ...settings.quietHours, on: !settings.quietHours.on } }),
      mute,
    ),
    does(
      t(isMuted ? 'verb.unmute' : 'verb.muteHour'),
      save({ mutedUntil: isMuted ? 0 : Date.now() + HOUR_MS }),
      mute,
    ),
  ];
}

function projectPlaces({ projectId, name }: FoundProject): Finding[] {
  const note = naming.value.screened ? '' : projectId;
  return PROJECT_TABS.map((tab) =>
    go(`${name} · ${t(`tab.${tab}`)}`, note, projectAddress(projectId, tab), { of: name }),
  );
}

/** Each opens the place where it is confirmed, with its price. */
function projectActions({ projectId, name }: FoundProject): Finding[] {
  const note = naming.value.screened ? '' : projectId;
  const { preview, published } = projectUrls(stored.value?.snapshot?.snapshot ?? null, projectId);
  const to = published ?? preview;
  const actions: Finding[] = [];
  if (mayAct('builder')) {
    if (running.value.get(projectId)?.kind === 'run' || isJustStarted(projectId))
      actions.push(
        go(t('console.palette.stop', { name }), note, projectAddress(projectId), { part: 'stop' }),
      );
    actions.push(
      go(t('fact.promptNamed', { name }), note, projectAddress(projectId), { part: 'composer' }),
      go(t('console.palette.deploy', { name }), note, projectAddress(projectId, 'ship'), { part: 'deploy' }),
      go(t('console.palette.goBack', { name }), note, projectAddress(projectId, 'ship', BACK), {
        also: t('console.palette.also.versions'),
      }),
    );
  }
  if (mayAct('owner'))
    actions.push(
      go(t('console.palette.raise', { name }), note, projectAddress(projectId, 'limits'), {
        part: t('spentOn.development'),
      }),
    );
  if (to)
    actions.push({
      kind: 'act',
      title: t('console.palette.open', { name }),
      note,
      run: () => void browser.tabs.create({ url: to }),
    });
  const isMuted = isProjectMuted(projectId);
  actions.push({
    kind: 'answer',
    title: t(isMuted ? 'console.palette.unmute' : 'console.palette.mute', { name }),
    note,
    also: t('console.palette.also.mute'),
    run: async () => {
      const result = await muteProject(projectId, !isMuted);
      if (!result.ok) return failureWords(result.error);
      return t(isMuted ? 'console.palette.unmuted' : 'console.palette.muted', { name });
    },
  });
  return actions.map((action) => ({ ...action, of: name }));
}
