// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { focusAfter, keepFocus } from './keep-focus.ts';

const one = (selector: string) => document.querySelector(selector) as HTMLElement;
const focused = () => document.activeElement?.id;

beforeAll(() => keepFocus());
beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  document.body.innerHTML = `
    <main id="main"><h1 id="title">Limits</h1>
      <section id="part" aria-label="Browsers"><button id="send">Send</button>
        <ul><li id="a"><button id="in-a">Delete</button></li>
            <li id="b"><button id="in-b">Delete</button></li>
            <li id="c"><button id="in-c">Delete</button></li></ul>
      </section>
    </main>`;
});

test('the focus goes on to the next row when its row is removed, and to the one before the last', async () => {
  one('#in-b').focus();
  one('#b').remove();
  await expect.poll(focused).toBe('in-c');
  one('#c').remove();
  await expect.poll(focused).toBe('in-a');
});

test('without another row it stays in its part, and without that at the title of the page', async () => {
  one('#send').focus();
  one('#send').remove();
  await expect.poll(focused).toBe('part');
  one('#part').remove();
  await expect.poll(focused).toBe('title');
});

test('what was moved has it again', async () => {
  one('#in-b').focus();
  one('ul').append(one('#b'));
  one('#in-b').blur();
  one('ul').append(one('#a'));
  await expect.poll(focused).toBe('in-b');
});

test('what somebody left with the pointer does not take it back', async () => {
  one('#in-b').focus();
  one('#title').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  one('#in-b').blur();
  one('#b').remove();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ['is moved from where it stayed', () => {}, 'in-a'],
  ['is moved from what took the place of its element', () => one('#b').remove(), 'in-a'],
  ['stays where the user moved it', () => one('#send').focus(), 'send'],
])('after a command the focus %s', async (_where, meanwhile, at) => {
  one('#in-b').focus();
  const command = Promise.withResolvers<void>();
  const ended = focusAfter(command.promise, () => one('#in-a').focus());
  meanwhile();
  if (!one('#b')) await expect.poll(focused).toBe('in-c');
  command.resolve();
  await ended;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(focused()).toBe(at);
});
