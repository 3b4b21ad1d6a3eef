import { openBench } from './bench.ts';
import { proveTable } from './prove-table.ts';
import { CONFORMANCE } from './table.ts';

proveTable('conformance', CONFORMANCE, openBench);
