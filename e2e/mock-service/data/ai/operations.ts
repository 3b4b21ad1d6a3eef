import { HOUR_MS } from '../../clock/calendar.ts';
import { isRecord, isText } from '../../http/values.ts';
import { CREDITS, withFeature } from '../features.ts';
import { signedAddress } from '../files/address.ts';
import { keepFile, storeFile } from '../files/store-file.ts';
import type { DataCall, DataOperation } from '../http/operation.ts';
import { refuseField } from '../http/problem.ts';
import { requireBody } from '../query/list-query.ts';
import { plainPng } from './plain-png.ts';

const LOCAL_MODEL = 'local-echo';
const NO_MODEL = 'There is no language model in the local service. It was asked:';
const SIZE = /^([1-9]\d{1,3})x([1-9]\d{1,3})$/;
const LARGEST = 2048;
const ADDRESS_GOOD_MS = HOUR_MS;

/** A response in the usual provider's form, stating that no model produced it. */
function completion(call: DataCall, object: string, model: unknown, lastMessage: string) {
  const words = lastMessage.trim() === '' ? 0 : lastMessage.trim().split(/\s+/).length;
  return {
    id: `chatcmpl-${call.world.random.hex(24)}`,
    object,
    created: Math.floor(call.world.clock.now() / 1000),
    model: isText(model) ? model : LOCAL_MODEL,
    usage: { prompt_tokens: words, completion_tokens: 0, total_tokens: words },
  };
}

/** The text of the last message, whatever form its content has. */
function lastWords(messages: unknown[]): string {
  const last = messages.at(-1);
  const content = isRecord(last) ? last.content : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isRecord(part) && typeof part.text === 'string' ? part.text : ''))
    .join(' ');
}

function readSize(sent: unknown): [number, number] {
  if (sent === undefined) return [512, 512];
  const [, width, height] = (typeof sent === 'string' ? SIZE.exec(sent) : null)?.map(Number) ?? [];
  if (width === undefined || height === undefined || Math.max(width, height) > LARGEST) {
    return refuseField('size', `size must be <width>x<height>, ${LARGEST} at most.`);
  }
  return [width, height];
}

/** Data reference and gaps page: AI passthrough. There is no provider: nothing leaves this machine. */
export const AI_OPERATIONS: DataOperation[] = [
  {
    name: 'createChatCompletion',
    method: 'POST',
    path: '/openai/chat-completion',
    async handle(call) {
      const { messages, model } = requireBody(call.body);
      if (!Array.isArray(messages) || messages.length === 0) {
        return refuseField('messages', 'messages must be a list of messages.');
      }
      const lastMessage = lastWords(messages);
      const message = { role: 'assistant', content: `${NO_MODEL} ${lastMessage}` };
      const data = await withFeature(call, 'ai_text', CREDITS.chat, async () => ({
        result: {
          ...completion(call, 'chat.completion', model, lastMessage),
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        },
        units: 1,
      }));
      return { data };
    },
  },
  {
    name: 'createTextCompletion',
    method: 'POST',
    path: '/openai/completion',
    async handle(call) {
      const { prompt, model } = requireBody(call.body);
      if (!isText(prompt)) return refuseField('prompt', 'prompt must be text.');
      const data = await withFeature(call, 'ai_text', CREDITS.chat, async () => ({
        result: {
          ...completion(call, 'text_completion', model, prompt),
          choices: [{ index: 0, text: `${NO_MODEL} ${prompt}`, finish_reason: 'stop' }],
        },
        units: 1,
      }));
      return { data };
    },
  },
  {
    name: 'createImage',
    method: 'POST',
    path: '/openai/image',
    async handle(call) {
      const { prompt, size, fileName } = requireBody(call.body);
      if (!isText(prompt)) return refuseField('prompt', 'prompt must be text.');
      if (fileName !== undefined && !isText(fileName))
        return refuseField('fileName', 'fileName must be text.');
      const [width, height] = readSize(size);
      const { world, backend, dataUrl } = call;
      const file = await withFeature(call, 'ai_image', CREDITS.image, async () => {
        const bytes = plainPng(width, height);
        const named = fileName === undefined ? undefined : fileName.replace(/(\.png)?$/i, '.png');
        const result =
          named === undefined
            ? storeFile(world, backend, 'image.png', bytes)
            : keepFile(world, backend, named, named, bytes);
        return { result, units: 1 };
      });
      const expires = world.clock.now() + ADDRESS_GOOD_MS;
      const url = signedAddress(world, dataUrl, 'files', backend.projectId, file.name, expires);
      return { data: { fileName: file.name, url } };
    },
  },
];
