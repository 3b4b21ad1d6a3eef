import * as z from 'zod/mini';
import { envelope } from '../../shared/edge-api/envelope.ts';
import { eventsPage } from '../../shared/edge-api/events-page.ts';
import { health } from '../../shared/edge-api/health.ts';
import { launchRecord } from '../../shared/edge-api/launches.ts';
import { liveMessage } from '../../shared/edge-api/live.ts';
import { device, pairAnswer, pairingCode } from '../../shared/edge-api/pairing.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import { LAUNCH_COMMAND_INPUT } from '../background/launch/launch-command-input.ts';
import { captureResult } from '../capture/page-capture.ts';
import { captured } from '../launch/captured.ts';
import { draft, launchSettings } from '../launch/draft.ts';
import { launchEntry, runnerEntry } from '../launch/launch-entry.ts';
import { sealedRequest } from '../launch/sealed-request.ts';
import { secretValues } from '../launch/secret-values.ts';
import { template } from '../launch/template.ts';
import { COMMAND_INPUT } from '../messaging/command-input.ts';
import { formOf, formsOf } from './form.ts';

/**
 * The form of everything that comes from outside, each by the schema that is its one source. As written here they check by
 * those schemas; the build writes them anew as plain readers (`build/compiled-forms.ts`). Import nothing else of a schema at
 * run time.
 */

/** Answers of the edge. */
export const envelopeForm = formOf(envelope);
export const healthForm = formOf(health);
export const snapshotForm = formOf(snapshot);
export const eventsPageForm = formOf(eventsPage);
export const launchRecordForm = formOf(launchRecord);
export const liveMessageForm = formOf(liveMessage);
export const pairAnswerForm = formOf(pairAnswer);
export const pairingCodeForm = formOf(pairingCode);
export const devicesForm = formOf(z.array(device));

/** What pages command, and what the injected script has read. */
export const commandForms = formsOf(COMMAND_INPUT);
export const launchCommandForms = formsOf(LAUNCH_COMMAND_INPUT);
export const captureResultForm = formOf(captureResult);

/** What an earlier version may have stored, or a file brings. */
export const capturedForm = formOf(captured);
export const draftForm = formOf(draft);
export const launchEntryForm = formOf(launchEntry);
export const runnerEntryForm = formOf(runnerEntry);
export const sealedRequestForm = formOf(sealedRequest);
export const launchSettingsForm = formOf(launchSettings);
export const secretValuesForm = formOf(secretValues);
export const templateForm = formOf(template);
