import { aggregate } from 'mingo';
import type { Aggregation } from './run-pipeline.ts';

/** Writes the response as text, so that a long one counts among what this process may hold. */
function run({ documents, pipeline, others }: Aggregation): { text: string } | { error: string } {
  try {
    const options = { scriptEnabled: false, collectionResolver: (name: string) => others[name] ?? [] };
    return { text: JSON.stringify(aggregate(documents, pipeline, options)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (aggregation: Aggregation) => process.send?.(run(aggregation)));
process.send?.('ready');
