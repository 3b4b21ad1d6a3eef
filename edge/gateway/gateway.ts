import { catalogue } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import type { AccountContext } from '../account/context.ts';
import type { ReadSectionName } from '../account/sections/reader.ts';
import type { Sections } from '../account/sections/sections.ts';
import type { Outcome } from '../http/refusal.ts';
import type { GatewayAnswer, GatewayCall } from './call.ts';
import { EngineRouting } from './engine-routing.ts';
import { passOn } from './pass-on.ts';

/** Passes admitted operations to the service and its answers back, whole but for what is withheld. */
export class Gateway {
  readonly #context: AccountContext;
  readonly #sections: Sections;
  readonly #onPointed: (projectId: string, url: string) => void;
  readonly #engines: EngineRouting;

  /** @param onPointed told of the address that a project's own webhook was given past us */
  constructor(
    context: AccountContext,
    sections: Sections,
    onPointed: (projectId: string, url: string) => void,
  ) {
    this.#context = context;
    this.#sections = sections;
    this.#onPointed = onPointed;
    this.#engines = new EngineRouting(context);
  }

  async call({ operation: asked, parameters, query, body }: GatewayCall): Promise<Outcome<GatewayAnswer>> {
    const { projectId } = parameters;
    const routed = await this.#engines.route(asked, projectId);
    const question = { parameters, query, ...(body === null ? {} : { body }) };
    const first = await this.#context.client.ask(routed, question);
    const instead = this.#engines.correct(routed, projectId, first);
    const answer = instead === null ? first : await this.#context.client.ask(instead, question);
    const operation: Operation = catalogue[instead ?? routed];
    if (operation.method !== 'GET') this.#sections.markStale(madeStaleBy(operation.path), projectId ?? null);
    if (answer.ok && asked === 'stopAgent' && projectId !== undefined) this.#sections.onRunStopped(projectId);
    if (answer.ok && asked === 'setProjectWebhook' && body !== null)
      this.#onPointed(projectId ?? '', JSON.parse(body).url);
    return passOn(operation, answer);
  }
}

/** What a change through the gateway makes old. */
function madeStaleBy(path: string): readonly ReadSectionName[] {
  if (path.includes('limits')) return ['atLimit'];
  if (path.startsWith('/webhooks')) return ['deliveries'];
  return [];
}
