import { proveTable } from '../../conformance/prove-table.ts';
import { openDataBench } from './bench.ts';
import { DATA_CONFORMANCE } from './table.ts';

proveTable('data conformance', DATA_CONFORMANCE, openDataBench);
