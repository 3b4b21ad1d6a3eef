import type { SettingChange } from '../../shared/edge-api/setting-changes.ts';
import type { CallService } from '../builder-api/client.ts';
import type { Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { GatewayCall } from './gateway.ts';

type Call = Pick<GatewayCall, 'operation' | 'parameters' | 'body'>;

/** Calls of the gateway that change a setting: receivers of webhooks, and the engine of new projects. */
export class SettingCalls {
  readonly #context: AccountContext;
  readonly #callService: CallService;
  readonly #optIn: () => { v2OptIn: boolean } | null;

  /** @param optIn the engine's switch as it was read last; null = not read */
  constructor(context: AccountContext, callService: CallService, optIn: () => { v2OptIn: boolean } | null) {
    this.#context = context;
    this.#callService = callService;
    this.#optIn = optIn;
  }

  /** Sends the call, and emits the change once the service has made it. */
  async around<T>(deviceId: string, call: Call, send: () => Promise<Result<T>>): Promise<Result<T>> {
    const change = await this.#changeOf(call);
    const response = await send();
    if (response.ok && change !== null)
      this.#context.emitter.emit('setting-changed', deviceId, call.parameters.projectId ?? null, change);
    return response;
  }

  async #changeOf({ operation, parameters, body }: Call): Promise<SettingChange | null> {
    const asked = () => JSON.parse(body ?? '{}');
    switch (operation) {
      case 'registerWebhook':
        return { setting: 'receiver', did: 'added', host: hostOf(asked().url), event: asked().event };
      case 'setProjectWebhook':
        return { setting: 'receiver', did: 'changed', host: hostOf(asked().url), event: null };
      case 'deleteWebhook': {
        // Afterwards nobody knows any more which it was.
        const list = await this.#callService('listWebhooks');
        const known = list.ok ? list.data.webhooks.find(({ id }) => id === parameters.webhookId) : undefined;
        return {
          setting: 'receiver',
          did: 'removed',
          host: hostOf(known?.url ?? ''),
          event: known?.event ?? null,
        };
      }
      case 'setEngineOptIn': {
        const before = this.#optIn();
        const from = before && engineOf(before.v2OptIn);
        const to = engineOf(asked().v2OptIn);
        return from === to ? null : { setting: 'engine', did: 'changed', from, to };
      }
      default:
        return null;
    }
  }
}

const engineOf = (isCurrent: boolean) => (isCurrent ? 'v2' : 'legacy');

/** Without its path, which may be a credential. */
const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null;
