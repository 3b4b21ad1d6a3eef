import { expect, test } from 'vitest';
import {
  fileCircle,
  folderCircle,
  type Import,
  importsIn,
  importsOf,
  isTest,
  layerFaults,
} from './import-graph.ts';

const ROOMS = ['shared', 'extension', 'edge', 'e2e'] as const;

const productImports = (room: string) =>
  importsOf(room).filter(({ file, imported }) => imported.startsWith(`${room}/`) && !isTest(file));

/** The local service's world names the state of each of its parts, so in e2e types alone make no circle. */
const countedImports = (room: string) =>
  productImports(room).filter(({ isTypeOnly }) => room !== 'e2e' || !isTypeOnly);

test.each(ROOMS)(
  'no folders of %s import each other in a circle: else none can be understood, moved or deleted by itself',
  (room) => expect(folderCircle(countedImports(room))).toBeNull(),
);

test.each(ROOMS)('no files of %s import each other in a circle', (room) => {
  const imports = productImports(room);
  expect(imports.length).toBeGreaterThan(10);
  expect(fileCircle(imports)).toBeNull();
});

test('no layer imports what it must not know (docs/architecture.md)', () => {
  expect(ROOMS.flatMap((room) => layerFaults(importsOf(room).filter(({ file }) => !isTest(file))))).toEqual(
    [],
  );
});

const planted = (lines: string[]): Import[] =>
  lines.flatMap((line) => {
    const [file = '', imported = ''] = line.split(' → ');
    return [{ file, imported }];
  });

test('a planted circle is found, by its shortest way, whether or not a step is for types only', () => {
  const text = "import type { Two } from '../two/b.ts';\nimport one from 'elsewhere';";
  const imports = [
    ...importsIn('edge/one/a.ts', text),
    ...planted([
      'edge/two/b.ts → edge/three/c.ts',
      'edge/three/c.ts → edge/one/d.ts',
      'edge/two/b.ts → edge/one/e.ts',
    ]),
  ];
  expect(folderCircle(imports)).toEqual(['edge/one/a.ts → edge/two/b.ts', 'edge/two/b.ts → edge/one/e.ts']);
  expect(fileCircle(imports)).toBeNull();
  expect(
    fileCircle(planted(['edge/one/a.ts → edge/one/b.ts', 'edge/one/b.ts → edge/one/a.ts'])),
  ).toHaveLength(2);
});

test('each folder counts by itself at any depth, and a file beside folders counts alone', () => {
  const circle = [
    'extension/console/pages/project/ship/a.ts → extension/console/pages/project/talk/b.ts',
    'extension/console/pages/project/talk/c.ts → extension/console/pages/project/ship/d.ts',
  ];
  expect(folderCircle(planted(circle))).toEqual(circle);
  expect(
    folderCircle(
      planted([
        'shared/one.ts → shared/two.ts',
        'shared/two.ts → shared/one.ts',
        'shared/one.ts → shared/data/a.ts',
      ]),
    ),
  ).toHaveLength(2);
  expect(
    folderCircle(planted(['edge/http/a.ts → edge/http/b.ts', 'edge/http/c.ts → edge/http/a.ts'])),
  ).toBeNull();
});

test.each([
  ["import type { A } from './a.ts';", true],
  ["import { type A, type B } from './a.ts';", true],
  ["import { type A, b } from './a.ts';", false],
  ["import './a.ts';", false],
  ["const view = () => import('./a.ts');", false],
])('%s takes types only: %s', (text, isTypeOnly) =>
  expect(importsIn('edge/x.ts', text)).toEqual([{ file: 'edge/x.ts', imported: 'edge/a.ts', isTypeOnly }]),
);

test.each([
  'extension/popup/home.tsx → extension/background/alarm.ts',
  'extension/launch/ui/form.tsx → extension/background/sync.ts',
  'extension/background/sync.ts → extension/options/page.tsx',
  'extension/reads/resource.ts → extension/console/parts/part.tsx',
  'extension/console/grid/rows.tsx → extension/console/pages/money/money-view.tsx',
  'extension/console/pages/project/talk/talk-tab.tsx → extension/console/frame/rail.tsx',
  'extension/console/kit/sent-alert.ts → extension/console/pages/activity/entries.ts',
  'extension/console/pages/project/talk/talk-tab.tsx → extension/console/pages/project/ship/secrets.tsx',
  'edge/http/caller.ts → edge/account/account.ts',
  'edge/guards/guards.ts → edge/account/snapshots.ts',
  'edge/events/store.ts → edge/webhooks/signature.ts',
])('a planted import of another layer is found: %s', (line) => {
  const faults = layerFaults(planted([line, 'edge/http/caller.ts → shared/time.ts']));
  expect(faults.map((fault) => fault.split(':')[0])).toContain(line);
});
