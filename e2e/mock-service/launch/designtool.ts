import { takeTokenCheck } from '../connections/operations.ts';
import { refuse } from '../http/refusal.ts';
import { isRecord, isText } from '../http/values.ts';
import type { DesigntoolConnection } from '../world/project.ts';
import type { World } from '../world/world.ts';

/** A tool's prefix, an underscore, and the token itself. */
const TOKEN_FORM = /^[a-z]+_[A-Za-z0-9_-]{12,}$/;

type DesigntoolAccount = DesigntoolConnection['account'];

/** Response of the tool to a token, chosen by a word in the token itself. */
const VERDICTS = [
  ['invalid', 'DESIGNTOOL_TOKEN_INVALID', 'The design tool rejected the token'],
  ['forbidden', 'DESIGNTOOL_TOKEN_FORBIDDEN', 'The token lacks the scopes that are needed'],
  ['ratelimited', 'DESIGNTOOL_RATE_LIMITED', 'The design tool limits checks just now; try again shortly'],
  ['unreachable', 'DESIGNTOOL_UNREACHABLE', 'The design tool could not be reached'],
] as const;

/** Reads `designtool` and checks its token before anything is created; undefined when none was sent. */
export function readDesigntool(world: World, value: unknown): DesigntoolAccount | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) refuse(400, 'INVALID_DESIGNTOOL', 'designtool must be an object');
  const { token } = value;
  if (!isText(token)) refuse(400, 'MISSING_DESIGNTOOL_TOKEN', 'designtool.token is required');
  if (!TOKEN_FORM.test(token)) {
    refuse(400, 'DESIGNTOOL_TOKEN_MALFORMED', 'This does not look like a token of the design tool');
  }
  takeTokenCheck(world);
  for (const [word, code, message] of VERDICTS) if (token.includes(word)) refuse(400, code, message);
  return {
    id: '1042',
    handle: 'Studio',
    email: 'studio@example.com',
    imgUrl: 'https://images.example/designtool/1042.png',
  };
}
