import type { SiteFinding } from '../../shared/attention/rule.ts';
import type { ProjectRecord } from '../../shared/builder-api/projects.ts';
import { isLoopback } from '../../shared/edge-api/pairing.ts';
import { CHANGE_EVENT } from '../../shared/edge-api/setting-changes.ts';
import { deployPhaseOf } from '../../shared/endings/deploy-ending.ts';
import type { LookedNow, ProjectSite, SiteLook } from '../../shared/sites/site.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { STATEMENT_SPAN_MS } from '../../shared/spending/statement.ts';
import { HOUR_MS, happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { KnownWork } from '../../shared/work/row.ts';
import type { CallService } from '../builder-api/client.ts';
import { fail, failedCall, type Result, success } from '../http/result.ts';
import { doRow } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';
import { visit } from './visit.ts';

export const sitesSchema: Schema = {
  startAnew: ['DELETE FROM site_looks', 'DELETE FROM marked_versions'],
  tables: [
    `CREATE TABLE site_looks (
      work_id INTEGER PRIMARY KEY,
      project_id TEXT NOT NULL,
      deployed_at INTEGER NOT NULL,
      due_at INTEGER,
      look TEXT
    )`,
    `CREATE TABLE marked_versions (
      project_id TEXT NOT NULL,
      version_id TEXT NOT NULL,
      made_at INTEGER NOT NULL,
      marked_at INTEGER NOT NULL,
      PRIMARY KEY (project_id, version_id)
    ) WITHOUT ROWID`,
  ],
};

/** When it is looked at after a deployment: once, and again if something was wrong. */
const FIRST_MS = 30 * SECOND_MS;
const AGAIN_MS = 3 * MINUTE_MS;
/** Growing intervals between looks while visitors get something wrong; one of them finds the repair. */
const WHILE_WRONG_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS] as const;
/** Whoever asks sooner gets the look before. */
const LOOK_EVERY_MS = 10 * SECOND_MS;
/** A deployment that began earlier was published before anybody could be told. */
const DEPLOYED_AGO_MAX_MS = HOUR_MS;
const LISTED = 5;
/** Marked versions of a project; the oldest mark makes room. */
const MARKED_MAX = 50;
/** Restoring takes 1 to 4 minutes (gaps page, Versions), and no row says when it was over. */
const RESTORE_MAX_MS = 5 * MINUTE_MS;

interface Row extends Record<string, SqlStorageValue> {
  work_id: number;
  project_id: string;
  deployed_at: InstantMs;
  due_at: InstantMs | null;
  look: string | null;
}

interface Parts {
  call: CallService;
  /** The latest work of a project, oldest first. */
  workOf: (projectId: string) => readonly KnownWork[];
  /** The latest events of a project, or of one kind in it, newest first. */
  eventsOf: (projectId: string, event?: string) => readonly KeptEvent[];
}

/**
 * Tells whether published apps answer. Looks once after each deployment that succeeded, again while something
 * is wrong, and when asked. Never while the app sleeps or is paused, because a visit could wake it.
 */
export class Sites {
  readonly #context: AccountContext;
  readonly #parts: Parts;
  #findings: SiteFinding[] | null = null;
  /** The last look at each project, for whoever asks for another at once. */
  readonly #lately = new Map<string, { at: InstantMs; look: Promise<Result<LookedNow>> }>();
  /** How often a mark was set or taken back in this instance, which every browser is to read. */
  #marks = 0;

  constructor(context: AccountContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** What visitors got before is not known of an app that rests. */
  onEvent({ event, facts, signer, source, projectId }: KeptEvent): void {
    if (projectId === null || signer === 'project' || source === 'edge' || !saysItRests(event, facts)) return;
    updateRows(
      this.#context.storage.sql,
      'site_looks',
      { look: null, due_at: null },
      'project_id = ?',
      projectId,
    );
    this.#findings = null;
  }

  /** A deployment that has succeeded is due to be looked at. */
  onWork(projectId: string): void {
    if (!this.#context.configuration.liveCheck) return;
    const { now, storage, jobs } = this.#context;
    const row = this.#deploysOf(projectId).at(-1);
    if (row === undefined || now() - row.begunAt > DEPLOYED_AGO_MAX_MS) return;
    if (this.#rows('work_id = ?', row.id).length > 0) return;
    const deployedAt = Math.min(row.endedAt ?? now(), now());
    const due = deployedAt + FIRST_MS;
    updateRows(storage.sql, 'site_looks', { due_at: null }, 'project_id = ? AND due_at > 0', projectId);
    const found = { work_id: row.id, project_id: projectId, deployed_at: deployedAt, due_at: due };
    insertRow(storage.sql, 'site_looks', { ...found, look: null });
    this.#findings = null;
    jobs.schedule('sites', due);
  }

  onDeleted(projectId: string): void {
    for (const table of ['site_looks', 'marked_versions'])
      this.#context.storage.sql.exec(`DELETE FROM ${table} WHERE project_id = ?`, projectId);
    this.#findings = null;
  }

  /** Job: one look a run. @returns when to run next */
  async run(): Promise<InstantMs | null> {
    if (!this.#context.configuration.liveCheck) return null;
    const [due] = this.#rows('due_at <= ? ORDER BY due_at LIMIT 1', this.#context.now());
    if (due !== undefined) {
      // Whatever becomes of it, it is not the first again.
      const later = due.due_at === null ? null : this.#context.now() + WHILE_WRONG_MS[0];
      updateRows(this.#context.storage.sql, 'site_looks', { due_at: later }, 'work_id = ?', due.work_id);
      await doRow(
        () => this.#look(due),
        () => null,
      );
    }
    const [next] = this.#rows('due_at IS NOT NULL ORDER BY due_at LIMIT 1');
    return next?.due_at ?? null;
  }

  /** Looks at what the last deployment published, for somebody who asks. */
  async lookNow(projectId: string): Promise<Result<LookedNow>> {
    if (!this.#context.configuration.liveCheck)
      return fail('EDGE_NOT_ALLOWED', 'The operator of this edge has switched looking at apps off.');
    const deploy = this.#deploysOf(projectId).at(-1);
    if (deploy === undefined) return fail('EDGE_NOT_FOUND', 'The edge knows no deployment of this project.');
    const deployed_at = deploy.endedAt ?? deploy.begunAt;
    const row = { work_id: deploy.id, project_id: projectId, deployed_at, due_at: null, look: null };
    insertRow(this.#context.storage.sql, 'site_looks', row, 'OR IGNORE');
    return this.#look(this.#rows('work_id = ?', deploy.id)[0] ?? row);
  }

  /** Marks a version, or no longer. @param madeAt when it was made; null: it is marked no more */
  async mark(projectId: string, versionId: string, madeAt: InstantMs | null): Promise<Result<ProjectSite>> {
    // Only what the service lists is kept.
    const of = madeAt === null ? null : await this.#parts.call('getProject', { parameters: { projectId } });
    if (of !== null && !of.ok) return failedCall(of.failure);
    this.#mark(projectId, versionId, madeAt);
    return success(this.of(projectId));
  }

  of(projectId: string): ProjectSite {
    const looks = new Map(this.#rows('project_id = ?', projectId).map((row) => [row.work_id, lookOf(row)]));
    const deployments = this.#deploysOf(projectId)
      .toReversed()
      .slice(0, LISTED)
      .map(({ id, begunAt: at, versionId }) => {
        const isUnsure = this.#parts
          .workOf(projectId)
          .some(({ kind, begunAt }) => kind === 'restore' && begunAt <= at && at < begunAt + RESTORE_MAX_MS);
        return { at, versionId, isUnsure, look: looks.get(id) ?? null };
      });
    const down = this.#parts.eventsOf(projectId, CHANGE_EVENT).find(saysUnpublished);
    return { deployments, ...(down && { unpublishedAt: down.at }), marks: this.marksOf(projectId) };
  }

  marksOf(projectId: string): NonNullable<ProjectSite['marks']> {
    return this.#context.storage.sql
      .exec<{ versionId: string; madeAt: InstantMs }>(
        'SELECT version_id AS versionId, made_at AS madeAt FROM marked_versions WHERE project_id = ?',
        projectId,
      )
      .toArray();
  }

  #mark(projectId: string, versionId: string, madeAt: InstantMs | null): void {
    const { storage, now, emitter } = this.#context;
    const of = [projectId, versionId];
    storage.sql.exec('DELETE FROM marked_versions WHERE project_id = ? AND version_id = ?', ...of);
    if (madeAt !== null) {
      const mark = { project_id: projectId, version_id: versionId, made_at: madeAt, marked_at: now() };
      insertRow(storage.sql, 'marked_versions', mark);
    }
    storage.sql.exec(
      `DELETE FROM marked_versions WHERE project_id = ?1 AND version_id IN
       (SELECT version_id FROM marked_versions WHERE project_id = ?1 ORDER BY marked_at DESC LIMIT -1 OFFSET ?2)`,
      projectId,
      MARKED_MAX,
    );
    this.#marks += 1;
    emitter.emit('work-changed', projectId, false);
    emitter.emit('changed');
  }

  /** What the last look at each project found. */
  findings(): SiteFinding[] {
    if (!this.#context.configuration.liveCheck) return [];
    this.#findings ??= this.#rows('look IS NOT NULL ORDER BY deployed_at').flatMap((row) => {
      const look = lookOf(row);
      const { project_id: projectId, work_id: workId, deployed_at: since } = row;
      return look === null ? [] : [{ projectId, workId, since, look, isSure: isSure(look, since) }];
    });
    return [...new Map(this.#findings.map((one) => [one.projectId, one])).values()];
  }

  /** Changes with each look and mark. */
  version(): number {
    return this.#marks + Math.max(0, ...this.findings().map(({ look }) => look.at));
  }

  housekeeping(at: InstantMs): void {
    const before = at - STATEMENT_SPAN_MS;
    this.#context.storage.sql.exec('DELETE FROM site_looks WHERE deployed_at < ?', before);
    this.#findings = null;
  }

  #deploysOf(projectId: string): KnownWork[] {
    return this.#parts
      .workOf(projectId)
      .filter(({ kind, ending }) => kind === 'deploy' && ending === 'succeeded');
  }

  /** At most one in ten seconds. */
  #look(row: Row): Promise<Result<LookedNow>> {
    const { project_id: projectId } = row;
    const at = this.#context.now();
    const before = this.#lately.get(projectId);
    if (before !== undefined && at - happenedAt(before.at, at) < LOOK_EVERY_MS) return before.look;
    const look = this.#lookOnce(row);
    this.#lately.set(projectId, { at, look });
    return look;
  }

  async #lookOnce(row: Row): Promise<Result<LookedNow>> {
    const { now, emitter, configuration } = this.#context;
    const { work_id, project_id: projectId } = row;
    const read = await this.#parts.call('getProject', { parameters: { projectId } });
    const isSeen = read.ok && deployPhaseOf(read.data.deployment?.status) === 'live';
    const seen =
      isSeen && !this.#isAsleep(projectId, read.data)
        ? await doRow(
            () => visit(addressesOf(read.data), rulesOf(configuration, now)),
            () => null,
          )
        : null;
    const look = seen === null ? null : { ...seen, at: now() };
    const isGone = !read.ok && read.failure.kind === 'not-found';
    const isDone = isGone || (read.ok && (look === null || look.what === 'answers'));
    const due_at = isDone ? null : nextLook(row, now());
    // Where nothing can be said any more, as of an app that rests, what was found before is not said either.
    const told = read.ok || isGone ? { look: look && JSON.stringify(look) } : {};
    updateRows(this.#context.storage.sql, 'site_looks', { due_at, ...told }, 'work_id = ?', work_id);
    if (due_at !== null) this.#context.jobs.schedule('sites', due_at);
    this.#findings = null;
    if (read.ok || isGone) emitter.emit('changed');
    return read.ok ? success({ look }) : failedCall(read.failure);
  }

  /** As the latest event says that is about it, else as its server is. */
  #isAsleep(projectId: string, { agentServerStatus }: ProjectRecord): boolean {
    for (const { event, facts } of this.#parts.eventsOf(projectId)) {
      if (event === 'project.resumed') return false;
      if (saysItRests(event, facts)) return true;
      if (event === LIFECYCLE) return false;
    }
    return /^archiv/i.test(agentServerStatus ?? '');
  }

  #rows(where: string, ...bindings: SqlStorageValue[]): Row[] {
    const query = `SELECT * FROM site_looks WHERE ${where}`;
    return this.#context.storage.sql.exec<Row>(query, ...bindings).toArray();
  }
}

/** Whether an event of a change says that somebody has taken the app down by this edge. */
const saysUnpublished = ({ source, facts }: KeptEvent): boolean =>
  source === 'edge' && facts.setting === 'site';

const LIFECYCLE = 'project.lifecycle.state_changed';

/** Whether an event says that the app is paused, stopped or asleep: whoever visited it would wake it. */
const saysItRests = (event: string, facts: KeptEvent['facts']): boolean =>
  event === 'project.paused' ||
  event === 'project.kill_switch.fired' ||
  (event === LIFECYCLE && facts.to !== 'awake');

/** When what was wrong, or could not be read, is looked at again. */
function nextLook({ deployed_at, look }: Row, now: InstantMs): InstantMs {
  if (now < deployed_at + AGAIN_MS) return deployed_at + AGAIN_MS;
  const passed = now - deployed_at;
  const [soon, later, rarely] = WHILE_WRONG_MS;
  if (look === null || passed < HOUR_MS) return now + soon;
  return now + (passed < 6 * HOUR_MS ? later : rarely);
}

/** What was wrong when the second look was due is wrong for visitors. */
const isSure = ({ what, at }: SiteLook, deployedAt: InstantMs): boolean =>
  what !== 'answers' && at >= deployedAt + AGAIN_MS;

const lookOf = ({ look }: Row): SiteLook | null => (look === null ? null : (JSON.parse(look) as SiteLook));

/** Addresses of the service's own record: the published one, and the app's own domain once it works. */
function addressesOf({ productionProjectUrl, customDomain }: ProjectRecord): string[] {
  const own = customDomain?.status === 'active' ? customDomain.hostname : null;
  const known = [productionProjectUrl, own].flatMap((address) => (address ? [withScheme(address)] : []));
  return [...new Set(known)];
}

const withScheme = (address: string) => (address.includes('://') ? address : `https://${address}`);

function rulesOf(
  { serviceUrl, publicUrl, dataApiUrl }: AccountContext['configuration'],
  now: () => InstantMs,
) {
  const barred = [serviceUrl, publicUrl, dataApiUrl].flatMap((url) =>
    url === null ? [] : [new URL(url).host],
  );
  return { isHere: serviceUrl !== null && isLoopback(serviceUrl), barred, now };
}
