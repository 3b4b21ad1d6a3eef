// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LongList } from './virtual-list.tsx';

const ROW_PX = 70;
const VIEW_PX = 700;
const rows = Array.from({ length: 10_000 }, (_, index) => index);

/** Tells the sizes that a test gives it: nothing is laid out here. */
class Observer {
  static all: Observer[] = [];
  readonly targets = new Set<Element>();
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
    Observer.all.push(this);
  }
  observe = (target: Element) => void this.targets.add(target);
  unobserve = (target: Element) => void this.targets.delete(target);
  disconnect = () => this.targets.clear();
  tell(target: Element, blockSize: number) {
    const entry = { target, borderBoxSize: [{ blockSize, inlineSize: 300 }] };
    this.#tell([entry as unknown as ResizeObserverEntry], this);
  }
}

let layouts = 0;
beforeEach(() => {
  layouts = 0;
  Observer.all = [];
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    if (this.tagName === 'LI') layouts += 1;
    return VIEW_PX;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('renders what is visible of a long list, in its place, and forces no layout for it', async () => {
  render(
    <LongList
      label="Rows"
      rows={rows}
      keyOf={(row) => row}
      rowHeightPx={ROW_PX}
      render={(row) => `Row ${row}`}
    />,
  );
  const list = screen.getByRole('list', { name: 'Rows' });
  await waitFor(() => expect(within(list).getByText('Row 9')).toBeTruthy());
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
  expect(list.style.height).toBe(`${rows.length * ROW_PX}px`);
  expect(layouts, 'rows that were asked for their height').toBe(0);
});

it('makes room for a row that turns out to be higher than estimated', async () => {
  render(
    <LongList
      label="Rows"
      rows={rows}
      keyOf={(row) => row}
      rowHeightPx={ROW_PX}
      render={(row) => `Row ${row}`}
    />,
  );
  const list = screen.getByRole('list', { name: 'Rows' });
  const first = (await within(list).findByText('Row 0')) as HTMLElement;
  const observer = Observer.all.find(({ targets }) => targets.has(first));
  observer?.tell(first, ROW_PX + 30);
  await waitFor(() => expect(list.style.height).toBe(`${rows.length * ROW_PX + 30}px`));
  expect(within(list).getByText('Row 1').style.transform).toBe(`translateY(${ROW_PX + 30}px)`);
});
