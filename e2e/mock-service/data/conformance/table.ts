import type { Section } from '../../conformance/row.ts';
import type { DataBench } from './bench.ts';
import { FILES } from './files.ts';
import { RECORDS } from './records.ts';
import { RESOURCES } from './resources.ts';
import { SCANS } from './scans.ts';
import { SURFACE } from './surface.ts';
import { TABLES_AND_LINKS } from './tables-and-links.ts';
import { WORK } from './work.ts';

/** What the data reference and its part of the gaps page document, row by row. */
export const DATA_CONFORMANCE: Section<DataBench>[] = [
  ...SURFACE,
  ...RESOURCES,
  ...RECORDS,
  ...TABLES_AND_LINKS,
  ...WORK,
  ...FILES,
  ...SCANS,
];
