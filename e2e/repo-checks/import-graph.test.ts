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

test.each(ROOMS)(
  'no folders of %s import each other in a circle: else none can be understood, moved or deleted by itself',
  (room) => expect(folderCircle(productImports(room))).toBeNull(),
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

test('nested folders count separately where the room says so, and files beside folders count alone', () => {
  const circle = ['edge/events/a.ts → edge/devices/b.ts', 'edge/devices/c.ts → edge/events/d.ts'];
  expect(folderCircle(planted(circle))).toEqual(circle);
  expect(
    folderCircle(planted(['shared/one.ts → shared/two.ts', 'shared/two.ts → shared/one.ts'])),
  ).toHaveLength(2);
  expect(
    folderCircle(planted(['edge/http/a.ts → edge/http/b.ts', 'edge/http/c.ts → edge/http/a.ts'])),
  ).toBeNull();
});

test.each([
  'extension/popup/home.tsx → extension/background/alarm.ts',
  'extension/launch/ui/form.tsx → extension/background/sync.ts',
  'extension/background/sync.ts → extension/options/page.tsx',
  'edge/http/caller.ts → edge/account/account.ts',
  'edge/events/store.ts → edge/webhooks/signature.ts',
])('a planted import of another layer is found: %s', (line) => {
  expect(layerFaults(planted([line, 'edge/http/caller.ts → shared/time.ts']))).toEqual([line]);
});
