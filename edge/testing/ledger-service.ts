import type { OperationName } from '../../shared/operations/catalogue.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { failureWithoutAnswer, type ServiceAnswer } from '../builder-api/answer.ts';
import type { ServiceRequest } from '../builder-api/client.ts';

/** One paid request, as people fill it in. Requests of one form are told apart by nothing but their key. */
export interface PaidForm {
  name: string;
  operation: 'launchProject' | 'createProject' | 'startAgent' | 'deploy' | 'startServer';
  projectId: string;
  prompt: string | null;
  label: string | null;
}

/** What a service tells of what it does; fields that its reference leaves open may say nothing, or say it in other words. */
export interface Telling {
  times: boolean;
  prompts: boolean;
  knownWords: boolean;
}

interface Project {
  projectId: string;
  createdAt: number;
  label: string | null;
  maker: string;
}

interface Work {
  kind: 'startAgent' | 'deploy' | 'startServer';
  projectId: string;
  prompt: string | null;
  maker: string;
  begunAt: number;
  endsAt: number;
}

const STRANGER = 'a stranger';
const LASTS_SECONDS = { deploy: 150, startServer: 150 };

/** A service of which everything is known: what it made, for whom, and when. One run and one deployment at a time per project. */
export class LedgerService {
  isUp = true;
  /** Whether the first run of a launch starts; a project is made all the same. */
  firstRunsStart = true;
  /** How long the next reader is told to leave it alone; 0 = he is answered. */
  nextWaitSeconds = 0;
  /** Reads that came while it had asked to be left alone. */
  readsInBetween = 0;
  readonly runs: Work[] = [];
  readonly #telling: Telling;
  readonly #now: () => number;
  #leftAloneUntil = 0;
  #work: Work[] = [];
  #projects: Project[] = [{ projectId: 'base', createdAt: 0, label: null, maker: STRANGER }];
  #coming: { at: number; form: PaidForm; lasts: number }[] = [];

  constructor(telling: Telling, now: () => number) {
    this.#telling = telling;
    this.#now = now;
  }

  get telling(): Telling {
    return this.#telling;
  }

  /** How often it did what a form asked for. */
  effectsOf(form: PaidForm): number {
    const isLaunch = form.operation === 'launchProject' || form.operation === 'createProject';
    const all: { maker: string }[] = isLaunch ? this.#projects : this.#work;
    return all.filter(({ maker }) => maker === form.name).length;
  }

  makerOf(projectId: string): string | null {
    return this.#projects.find((project) => project.projectId === projectId)?.maker ?? null;
  }

  /** Does it. @returns the answer, a refusal when something else is under way there */
  act(form: PaidForm, runSeconds: number, at = this.#now()): ServiceAnswer {
    const { operation, projectId, prompt } = form;
    if (operation === 'launchProject' || operation === 'createProject') {
      const made = this.#make(form, at);
      const started = prompt !== null && this.firstRunsStart;
      if (started) this.#begin('startAgent', made, form, runSeconds, at);
      return answered({ projectId: made, label: form.label, agent: { started } });
    }
    if (this.makerOf(projectId) === null) return refusal(404, 'PROJECT_NOT_FOUND', 'not-found');
    if (operation !== 'startServer' && this.#latest(operation, projectId, at)?.isGoing)
      return refusal(409, 'AGENT_RUNNING', 'refused');
    const lasts = operation === 'startAgent' ? runSeconds : LASTS_SECONDS[operation];
    this.#begin(operation, projectId, form, lasts, at);
    return answered({ projectId, status: 'init' });
  }

  actLater(form: PaidForm, runSeconds: number, delaySeconds: number): void {
    this.#coming.push({ at: this.#now() + delaySeconds * SECOND_MS, form, lasts: runSeconds });
  }

  /** Does what has become due. */
  catchUp(): void {
    const due = this.#coming.filter(({ at }) => at <= this.#now()).sort((one, other) => one.at - other.at);
    this.#coming = this.#coming.filter(({ at }) => at > this.#now());
    for (const { at, form, lasts } of due) this.act(form, lasts, at);
  }

  /** Somebody else does something, with words of his own. Whose a run is that shows no prompt, nobody can know: he starts none then. */
  actOfStranger(operation: 'launchProject' | 'startAgent', projectId: string): void {
    const prompt = this.#telling.prompts ? 'a prompt of his' : null;
    if (operation === 'startAgent' && prompt === null) return;
    this.act({ name: STRANGER, operation, projectId, prompt, label: 'His' }, 90);
  }

  askToBeLeftAlone(seconds: number): void {
    this.#leftAloneUntil = Math.max(this.#leftAloneUntil, this.#now() + seconds * SECOND_MS);
  }

  read(name: OperationName, { parameters, query }: ServiceRequest): ServiceAnswer {
    this.catchUp();
    if (this.#now() < this.#leftAloneUntil) this.readsInBetween++;
    if (this.nextWaitSeconds > 0) {
      const seconds = this.nextWaitSeconds;
      this.nextWaitSeconds = 0;
      this.askToBeLeftAlone(seconds);
      return refusal(429, 'RATE_LIMITED', 'rate-limited', seconds);
    }
    if (!this.isUp) return lost('unreachable');
    const projectId = parameters?.projectId ?? '';
    switch (name) {
      case 'listProjects':
        return this.#list(query ?? {});
      case 'getAgentStatus':
        return this.#agentStatus(projectId);
      case 'getDeploymentStatus':
        return this.#deploymentStatus(projectId);
      default:
        return this.#project(projectId);
    }
  }

  #make({ projectId, label, name }: PaidForm, at: number): string {
    const taken = new Set(this.#projects.map((project) => project.projectId));
    let free = projectId;
    for (let number = 2; taken.has(free); number++) free = `${projectId}-${number}`;
    this.#projects.push({ projectId: free, createdAt: at, label, maker: name });
    return free;
  }

  #begin(
    kind: Work['kind'],
    projectId: string,
    { name, prompt }: PaidForm,
    seconds: number,
    at: number,
  ): void {
    const work = { kind, projectId, prompt, maker: name, begunAt: at, endsAt: at + seconds * SECOND_MS };
    this.#work.push(work);
    if (kind === 'startAgent') this.runs.push(work);
  }

  #latest(kind: Work['kind'], projectId: string, at = this.#now()): (Work & { isGoing: boolean }) | null {
    const last = this.#work.findLast((work) => work.kind === kind && work.projectId === projectId);
    return last ? { ...last, isGoing: last.endsAt > at } : null;
  }

  #time(at: number): string | null {
    return this.#telling.times ? new Date(at).toISOString() : null;
  }

  #list({ search = '', createdFrom = '', createdTo = '' }: Readonly<Record<string, string | undefined>>) {
    const listed = this.#projects.filter(
      ({ projectId, createdAt }) =>
        projectId.includes(search) &&
        createdAt >= Date.parse(createdFrom) &&
        createdAt <= Date.parse(createdTo),
    );
    return answered(
      listed.reverse().map(({ projectId, createdAt, label }) => ({
        projectId,
        createdAt: this.#time(createdAt),
        label,
      })),
    );
  }

  #agentStatus(projectId: string): ServiceAnswer {
    const run = this.#latest('startAgent', projectId);
    if (run === null) return answered({ status: 'idle', startedAt: null, realtimeConversation: [] });
    const said = { author: 'user', message: run.prompt, createdAt: this.#time(run.begunAt) };
    return answered({
      status: this.#telling.knownWords ? (run.isGoing ? 'init' : 'done') : 'a new word',
      startedAt: this.#time(run.begunAt),
      realtimeConversation: this.#telling.prompts ? [said] : null,
    });
  }

  #deploymentStatus(projectId: string): ServiceAnswer {
    const deploy = this.#latest('deploy', projectId);
    if (deploy === null) return answered({ status: null, createdAt: null });
    const status = this.#telling.knownWords ? (deploy.isGoing ? 'deploying' : 'success') : 'a new word';
    return answered({ status, createdAt: this.#time(deploy.begunAt) });
  }

  #project(projectId: string): ServiceAnswer {
    const isStarting = this.#latest('startServer', projectId)?.isGoing ?? false;
    const words = this.#telling.knownWords ? 'Starting' : 'Restarting';
    return answered({ projectId, agentServerStatus: isStarting ? words : 'Active' });
  }
}

export const answered = (data: unknown): ServiceAnswer => ({
  ok: true,
  status: 201,
  text: '{}',
  data,
  paging: {},
});

export const lost = (
  kind: 'timeout' | 'unreachable' | 'service-failing' | 'unexpected-answer',
  waitSeconds: number | null = null,
): ServiceAnswer => ({
  ok: false,
  failure: {
    ...failureWithoutAnswer(kind, 'no'),
    retryAfterMs: waitSeconds === null ? null : waitSeconds * SECOND_MS,
  },
});

export const refusal = (
  httpStatus: number,
  code: string,
  kind: 'no-credits' | 'rate-limited' | 'refused' | 'not-found',
  waitSeconds: number | null = null,
): ServiceAnswer => ({
  ok: false,
  failure: {
    kind,
    httpStatus,
    code,
    message: 'no',
    details: null,
    retryAfterMs: waitSeconds === null ? null : waitSeconds * SECOND_MS,
  },
});
