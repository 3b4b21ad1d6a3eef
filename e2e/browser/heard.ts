import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';

/** What of the accessibility tree is looked at. */
type Node = {
  nodeId: string;
  parentId?: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value?: string };
  description?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
};

/** A page as somebody hears it: what has the focus, what its lists have in them, and what is announced. */
export type Heard = {
  /**
   * Does something, then expects that the focus is, and stays, on something with a name, and that no two
   * entries of a list have the same name.
   * @param focus role and name of what has the focus at the end
   * @param says what is announced, once, while the focus stays; null: nothing has to be
   */
  after: (verb: string, run: () => Promise<unknown>, focus: RegExp, says?: RegExp | null) => Promise<void>;
  /** Expects that only this dialog is there for everybody, and that Tab stays in it. */
  expectModal: (name: string) => Promise<void>;
};

/** Announcements of live regions, as the page has collected them. */
type Collecting = { heard?: { words: string; region: number }[] };

/** Begins to listen to a page. */
export async function listenTo(page: Page): Promise<Heard> {
  const session = await page.context().newCDPSession(page);
  const collect = () =>
    page.evaluate(() => {
      const all = globalThis as Collecting;
      if (all.heard) return void all.heard.splice(0);
      const heard: { words: string; region: number }[] = [];
      all.heard = heard;
      const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"]), output';
      const said = new Map<Element, string>();
      const regions: Element[] = [];
      const wordsIn = (one: Element) => (one.textContent ?? '').trim().replace(/\s+/g, ' ');
      for (const one of document.querySelectorAll(LIVE)) said.set(one, wordsIn(one));
      new MutationObserver(() => {
        for (const one of document.querySelectorAll(LIVE)) {
          const words = wordsIn(one);
          if (said.get(one) === words) continue;
          said.set(one, words);
          if (!regions.includes(one)) regions.push(one);
          if (words !== '') heard.push({ words, region: regions.indexOf(one) });
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  const announced = () =>
    page.evaluate(() => ((globalThis as Collecting).heard ?? []).map(({ words }) => words));
  return {
    async after(verb, run, focus, says = null) {
      await collect();
      await run();
      await expect.poll(() => focusIn(session), { message: `${verb}: what has the focus` }).toMatch(focus);
      if (says !== null) {
        const matching = async () => (await announced()).filter((words) => says.test(words));
        await expect
          .poll(async () => (await matching()).length, { message: `${verb}: “${says.source}” is announced` })
          .toBeGreaterThan(0);
        // Whatever says it again comes with it.
        await page.waitForTimeout(300);
        expect.soft(await matching(), `${verb}: it is announced once`).toHaveLength(1);
      }
      // What had it may be removed just now; then something else has it a tenth of a second later.
      await expect
        .poll(() => focusIn(session), { message: `${verb}: what has the focus in the end` })
        .toMatch(focus);
      expect.soft(await alikeIn(session), `${verb}: what is named alike in one list`).toEqual([]);
    },
    async expectModal(name) {
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      const nodes = await treeOf(session);
      const own = nodes.find((one) => one.role?.value === 'dialog');
      expect(propertyOf(own, 'modal'), `${name} is modal`).toBe(true);
      const others = nodes.filter(
        (one) =>
          ['link', 'button', 'textbox', 'searchbox'].includes(one.role?.value ?? '') &&
          !isIn(one, own, nodes),
      );
      expect(others.map(wordsOf), 'what can be reached behind it').toEqual([]);
      for (let at = 0; at < 8; at += 1) {
        await page.keyboard.press('Tab');
        // Between its last element and its first is the browser's own bar.
        const isOut = await dialog.evaluate(
          (one) => document.activeElement !== document.body && !one.contains(document.activeElement),
        );
        expect(isOut, 'Tab leads out of it').toBe(false);
      }
    },
  };
}

/** Presses a button as somebody at the keyboard does, once it does what it says. */
export async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await button.page().keyboard.press('Enter');
}

async function treeWithIgnored(session: CDPSession): Promise<Node[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes as unknown as Node[];
}

async function treeOf(session: CDPSession): Promise<Node[]> {
  return (await treeWithIgnored(session)).filter(({ ignored }) => !ignored);
}

const propertyOf = (one: Node | undefined, name: string) =>
  one?.properties?.find((property) => property.name === name)?.value.value;

const wordsOf = (one: Node | undefined): string =>
  [one?.role?.value, one?.name?.value].filter(Boolean).join(' ');

/** Role and name of what has the focus; empty where nothing has it, or it has no name. */
async function focusIn(session: CDPSession): Promise<string> {
  const focused = (await treeOf(session)).findLast(
    (one) => propertyOf(one, 'focused') === true && one.role?.value !== 'RootWebArea',
  );
  return focused?.name?.value ? wordsOf(focused) : '';
}

/** A row of a table has its data around it. */
const LISTS = new Set(['list', 'listbox']);
const NAMED = new Set([
  'link',
  'button',
  'checkbox',
  'switch',
  'textbox',
  'combobox',
  'option',
  'spinbutton',
]);

/**
 * Controls of one list that have the name and the description of another of the same kind in it.
 * @param kinds roles that are looked at: links to records are named by what is in them
 */
export async function alikeIn(session: CDPSession, kinds: ReadonlySet<string> = NAMED): Promise<string[]> {
  const all = await treeWithIgnored(session);
  const nodes = all.filter(({ ignored }) => !ignored);
  const byId = new Map(nodes.map((one) => [one.nodeId, one]));
  const parents = new Map(all.map((one) => [one.nodeId, one.parentId]));
  const listOf = (one: Node): string | undefined => {
    for (let id = parents.get(one.nodeId); id !== undefined; id = parents.get(id))
      if (LISTS.has(byId.get(id)?.role?.value ?? '')) return id;
    return undefined;
  };
  const groups = Map.groupBy(
    nodes.filter((one) => kinds.has(one.role?.value ?? '') && listOf(one) !== undefined),
    (one) => `${wordsOf(one)} ${one.description?.value ?? ''} in ${listOf(one)}`,
  );
  // Links to the same place may have the same name.
  const places = (alike: readonly Node[]) =>
    new Set(alike.map((one) => propertyOf(one, 'url') ?? one.nodeId)).size;
  return [...groups.values()]
    .filter((alike) => places(alike) > 1)
    .map((alike) => `${alike.length} × ${wordsOf(alike[0])}, ${alike[0]?.description?.value ?? ''}`);
}

function isIn(one: Node, around: Node | undefined, nodes: readonly Node[]): boolean {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  for (let at: Node | undefined = one; at; at = byId.get(at.parentId ?? '')) if (at === around) return true;
  return false;
}
