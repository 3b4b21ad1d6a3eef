import { mayWrite } from '../../shared/builder-api/statement.ts';
import type { WebhookSubscription } from '../../shared/builder-api/webhooks.ts';
import { LIMIT_PARTS, type SettingChange } from '../../shared/edge-api/setting-changes.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import type { CallService } from '../builder-api/client.ts';
import type { Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { GatewayCall } from './gateway.ts';

type Call = Pick<GatewayCall, 'operation' | 'parameters' | 'body'>;

/** What was read last; null = not read. */
interface LastRead {
  /** The engine's switch. */
  optIn: () => { v2OptIn: boolean } | null;
  nameOf: (projectId: string) => string | null;
}

/**
 * Calls of the gateway that change a setting or take something down: webhook receivers, limits of features
 * and visitors, the engine of new projects, environment variables, domains, sites, runs and projects.
 */
export class SettingCalls {
  readonly #context: AccountContext;
  readonly #callService: CallService;
  readonly #last: LastRead;
  /** The environment variable that a browser removed as the last thing that it changed, by browser. */
  readonly #removed = new Map<string, string>();

  constructor(context: AccountContext, callService: CallService, last: LastRead) {
    this.#context = context;
    this.#callService = callService;
    this.#last = last;
  }

  /** Sends the call, and emits what it changes once the service has made it. */
  async around<T>(deviceId: string, call: Call, send: () => Promise<Result<T>>): Promise<Result<T>> {
    const receiver = await this.#receiverOf(call);
    const changes = receiver ? [receiver.change] : await this.#changesOf(call);
    const response = await send();
    const projectId = call.parameters.projectId ?? receiver?.projectId ?? null;
    if (response.ok)
      for (const change of changes)
        this.#context.emitter.emit(
          'setting-changed',
          deviceId,
          projectId,
          this.#asMade(change, deviceId, projectId),
        );
    return response;
  }

  /** The receiver that is added or removed, with its project if it is for one only; null for other calls. */
  async #receiverOf({ operation, parameters, body }: Call) {
    const isAdded = operation === 'registerWebhook';
    if (!isAdded && operation !== 'deleteWebhook') return null;
    let receiver: Pick<WebhookSubscription, 'url' | 'event' | 'projectIds'> | undefined;
    if (isAdded) receiver = JSON.parse(body ?? '{}');
    else {
      // Afterwards nobody knows any more which it was.
      const list = await this.#callService('listWebhooks');
      if (list.ok) receiver = list.data.webhooks.find(({ id }) => id === parameters.webhookId);
    }
    const { url = '', event = null, projectIds } = receiver ?? {};
    return {
      change: {
        ...{ setting: 'receiver' as const, did: isAdded ? ('added' as const) : ('removed' as const) },
        ...{ host: hostOf(url), event },
      },
      projectId: projectIds?.length === 1 ? (projectIds[0] ?? null) : null,
    };
  }

  async #changesOf({ operation, parameters, body }: Call): Promise<SettingChange[]> {
    const asked = () => JSON.parse(body ?? '{}');
    switch (operation) {
      case 'setProjectWebhook':
        return [{ setting: 'receiver', did: 'changed', host: hostOf(asked().url), event: null }];
      case 'setFeatureLimits': {
        const before = await this.#callService('getFeatureLimits', { parameters });
        const { features }: { features: Record<string, Values> } = asked();
        return Object.entries(features).flatMap(([feature, values]) =>
          limitChanges(feature, before.ok ? (before.data.features[feature] ?? {}) : {}, values),
        );
      }
      case 'setRateLimit': {
        const before = await this.#callService('getRateLimit', { parameters });
        return limitChanges(null, before.ok ? before.data : {}, asked());
      }
      case 'setEngineOptIn': {
        const before = this.#last.optIn();
        const from = before && engineOf(before.v2OptIn);
        const to = engineOf(asked().v2OptIn);
        return from === to ? [] : [{ setting: 'engine', did: 'changed', from, to }];
      }
      case 'createSecret': {
        const { secretName: name, environment = 'both' } = asked();
        return [{ setting: 'secret', did: 'added', name, environment }];
      }
      case 'deleteSecret': {
        const before = await this.#callService('getProject', { parameters });
        const known = before.ok ? before.data.secrets?.find(({ _id }) => _id === parameters.secretId) : null;
        const { secretName: name = null, environment = null } = known ?? {};
        return [{ setting: 'secret', did: 'removed', name, environment }];
      }
      case 'deleteDomain': {
        const before = await this.#callService('getProject', { parameters });
        return [{ setting: 'domain', host: (before.ok && before.data.customDomain?.hostname) || null }];
      }
      case 'unpublish':
        return [{ setting: 'site' }];
      case 'stopAgent':
        return [{ setting: 'run' }];
      case 'deleteProject':
        return [{ setting: 'project', name: this.#last.nameOf(parameters.projectId ?? '') }];
      default: {
        const { role, method } = catalogue[operation];
        const isChange = method !== 'GET' && (operation !== 'runSql' || mayWrite(String(asked().sql)));
        return role === 'owner' && isChange ? [{ setting: 'operation', operation }] : [];
      }
    }
  }

  /** The change as made. The service can't change a variable: one removed and added next was replaced. */
  #asMade(change: SettingChange, deviceId: string, projectId: string | null): SettingChange {
    const before = this.#removed.get(deviceId);
    this.#removed.delete(deviceId);
    if (change.setting !== 'secret') return change;
    const variable = JSON.stringify([projectId, change.name]);
    if (change.did === 'removed') this.#removed.set(deviceId, variable);
    return change.did === 'added' && before === variable ? { ...change, did: 'changed' } : change;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** The fields that differ from what was read; what was not read counts as another value. */
function limitChanges(feature: string | null, before: Values, asked: Values): SettingChange[] {
  return LIMIT_PARTS.flatMap((part): SettingChange[] => {
    const to = eventValue(asked[part]);
    const from = eventValue(before[part]);
    if (to === undefined || to === from) return [];
    return [{ setting: 'limit', did: 'changed', feature, part, ...(from !== undefined && { from }), to }];
  });
}

function eventValue(value: unknown): boolean | number | string | null | undefined {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'boolean' || typeof value === 'number' || value === null ? value : undefined;
}

const engineOf = (isCurrent: boolean) => (isCurrent ? 'v2' : 'legacy');

/** Without its path, which may be a credential. */
const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null;
