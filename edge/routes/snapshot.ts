import { answerText } from '../http/answer.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { respond } from '../http/respond.ts';
import { withCaller } from './with-caller.ts';

/** GET `/snapshot`: one call of the object, nothing else; 304 when the browser has it already. `?fresh=1` reads anew. */
export async function getSnapshot(c: EdgeContext): Promise<Response> {
  const known = /^(?:W\/)?"([0-9a-f]+)"$/.exec(c.req.header('if-none-match') ?? '')?.[1] ?? null;
  const fresh = c.req.query('fresh') === '1';
  const looked = await withCaller(c, (account, caller) => account.snapshot(caller, known, fresh));
  if (!looked.ok) return respond(c, looked);
  const headers = { etag: `"${looked.value.version}"`, 'cache-control': 'private, no-cache' };
  return looked.value.changed
    ? answerText(looked.value.body, 200, headers)
    : new Response(null, { status: 304, headers });
}
