import { expect, test } from 'vitest';
import { matchAndCheck } from '../testing/match-and-check.ts';
import type { GatewayRequest } from './whitelist.ts';

const request = (
  method: string,
  target: string,
  body: unknown = null,
  headers: string[] = [],
): GatewayRequest => {
  const [path = '', search] = target.split('?');
  return {
    method,
    path,
    search: search === undefined ? '' : `?${search}`,
    body: body === null || typeof body === 'string' ? body : JSON.stringify(body),
    hasHeader: (name) => headers.includes(name),
  };
};
const codeOf = (given: GatewayRequest, allowed: readonly string[] | null = null) => {
  const result = matchAndCheck(given, allowed);
  return result.ok ? result.value.operation : result.error.code;
};

test.each([
  ['a secret of a subscription', 'GET', '/webhooks/w1/secret'],
  ['a new secret of a project', 'POST', '/projects/shop/webhook/rotate-secret'],
  ['launch, which has a route of its own', 'POST', '/projects/launch'],
  ['an unknown path', 'GET', '/admin'],
  ['an unknown method', 'PUT', '/account'],
  ['a dot segment', 'GET', '/projects/../account'],
  ['an encoded slash', 'GET', '/projects/a%2Fb'],
  ['an encoded dot', 'GET', '/projects/%2e%2e'],
  ['an absolute address', 'GET', 'https://evil.example/account'],
  ['another host', 'GET', '//evil.example/account'],
  ['a trailing slash', 'GET', '/account/'],
  ['a backslash', 'GET', '/projects\\shop'],
])('%s is not on the list', (_, method, path) => {
  expect(codeOf(request(method, path))).toBe('EDGE_NOT_ALLOWED');
});

test('a header that would steer the service is refused', () => {
  for (const name of ['api-key', 'x-http-method-override', 'x-original-url'])
    expect(codeOf(request('GET', '/account', null, [name]))).toBe('EDGE_NOT_ALLOWED');
});

test('a doubled, an unknown and a wrong parameter are reported by name', () => {
  const field = (target: string) => {
    const result = matchAndCheck(request('GET', target), null);
    return result.ok ? null : [result.error.status, result.error.details?.field];
  };
  expect(field('/projects?limit=1&limit=2')).toEqual([400, 'limit']);
  expect(field('/projects?color=red')).toEqual([400, 'color']);
  expect(field('/projects?limit=101')).toEqual([400, 'limit']);
  expect(field('/account?x=1')).toEqual([400, 'x']);
});

test('the projects at a limit are not taken for a project of that name', () => {
  expect(codeOf(request('GET', '/projects/credit-limits/at-limit'))).toBe('getAtLimit');
});

test('the operator can narrow the list', () => {
  expect(codeOf(request('GET', '/account'), ['listProjects'])).toBe('EDGE_NOT_ALLOWED');
  expect(codeOf(request('GET', '/account'), ['getAccount'])).toBe('getAccount');
});

test.each([
  ['UNKNOWN_FEATURE', 'PUT', '/projects/shop/limits', { features: { teleport: {} } }],
  ['FEATURE_NOT_DISABLABLE', 'PUT', '/projects/shop/limits', { features: { worker: { enabled: false } } }],
  ['VALIDATION_ERROR', 'PATCH', '/projects/shop/rate-limit', { perIpPerMinute: 9 }],
  ['INVALID_CIDR', 'PATCH', '/projects/shop/rate-limit', { allowlistCidrs: ['10.0.0.0/33'] }],
  ['MISSING_WEBHOOK_FIELDS', 'PUT', '/webhooks', { url: 'https://a.example' }],
  ['INVALID_WEBHOOK_URL', 'PUT', '/webhooks', { url: 'http://a.example', event: 'deployment.finished' }],
  ['INVALID_WEBHOOK_EVENT', 'PUT', '/webhooks', { url: 'https://a.example', event: 'nothing' }],
  [
    'WEBHOOK_FILTER_NOT_APPLICABLE',
    'PUT',
    '/webhooks',
    { url: 'https://a.example', event: 'deployment.finished', features: ['ai'] },
  ],
  ['VALIDATION_ERROR', 'PUT', '/projects/shop/webhook', { url: 'http://a.example' }],
  ['INVALID_V2_OPT_IN', 'PUT', '/account/v2-opt-in', { v2OptIn: 'yes' }],
  ['NOTHING_TO_UPDATE', 'PATCH', '/projects/shop', {}],
  ['MISSING_PROMPT', 'POST', '/projects/shop/agent/start', { prompt: '  ' }],
  ['INVALID_JSON', 'PATCH', '/projects/shop', '{'],
  ['EDGE_INVALID_REQUEST', 'PATCH', '/projects/shop', { label: 'x', extra: 1 }],
])('%s costs no round trip: %s %s', (code, method, path, body) => {
  const result = matchAndCheck(request(method, path, body), null);
  expect(result.ok).toBe(false);
  if (!result.ok) expect([result.error.status, result.error.code]).toEqual([400, code]);
});

test('an unexpected body is refused, an empty one is not', () => {
  expect(codeOf(request('POST', '/projects/shop/agent/stop', { now: true }))).toBe('EDGE_INVALID_REQUEST');
  expect(codeOf(request('POST', '/projects/shop/agent/stop', {}))).toBe('stopAgent');
});
