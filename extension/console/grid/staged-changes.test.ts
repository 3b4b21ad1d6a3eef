// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { discardAll, stageNew } from './staged.ts';

it('leaving the page asks while changes of a table were not sent', async () => {
  vi.resetModules();
  const listen = vi.spyOn(globalThis, 'addEventListener');
  const { changesOf } = await import('./staged-changes.ts');
  const { edit, staged } = changesOf('a table');
  changesOf('another');
  const [[name, leaving] = [], ...others] = listen.mock.calls;
  listen.mockRestore();
  expect([name, others]).toEqual(['beforeunload', []]);
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    (leaving as (event: Event) => void)(event);
    return event.defaultPrevented;
  };
  expect(asks()).toBe(false);
  edit((list) => stageNew(list, '+1', 'name', { kind: 'value', value: 'Mary' }));
  expect(changesOf('a table').staged.value).toBe(staged.value);
  expect(asks()).toBe(true);
  edit(discardAll);
  expect(asks()).toBe(false);
});
