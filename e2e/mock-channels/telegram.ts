import { type Answer, type ChannelService, type Decided, jsonOf, Pace, refused } from './exchange.ts';

const ADDRESS = /^\/bot([^/]+)\/sendMessage$/;
const TEXT_MAX = 4_096;
const TAG = /<(?!\/?(?:b|strong|i|em|u|s|code|pre|a|blockquote)\b)|&(?!(?:lt|gt|amp|quot|#\d+);)/;
const WORDS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
};

function refusal(status: number, waitS = 1): Answer {
  const wait = Math.ceil(waitS);
  const description =
    status === 429 ? `Too Many Requests: retry after ${wait}` : (WORDS[status] ?? 'Server Error');
  return {
    status,
    body: {
      ok: false,
      error_code: status,
      description,
      ...(status === 429 && { parameters: { retry_after: wait } }),
    },
  };
}

const badRequest = (words: string): Decided =>
  refused({ status: 400, body: { ok: false, error_code: 400, description: `Bad Request: ${words}` } });

/** The Bot API of Telegram: one message a second in a chat, 4,096 characters after its markup is read. */
export function telegram(token: string, chats: readonly string[]): ChannelService {
  const pace = new Pace(1, 1_000);
  let sent = 0;
  return {
    refusal,
    decide(incoming, at): Decided {
      const [, given] = ADDRESS.exec(incoming.path) ?? [];
      if (given === undefined) return refused(refusal(404));
      if (given !== token) return refused(refusal(401));
      const { chat_id: chat, text, parse_mode: mode, reply_markup: markup } = jsonOf(incoming) ?? {};
      if (!chats.includes(String(chat))) return badRequest('chat not found');
      if (typeof text !== 'string' || text === '') return badRequest('message text is empty');
      if (mode === 'HTML' && TAG.test(text)) return badRequest("can't parse entities");
      const buttons = buttonsOf(markup);
      if (buttons === null) return badRequest("can't parse inline keyboard button");
      const shown = mode === 'HTML' ? withoutMarkup(text) : text;
      if ([...shown].length > TEXT_MAX) return badRequest('message is too long');
      const waitS = pace.waitS(String(chat), at);
      if (waitS !== null) return refused(refusal(429, waitS));
      sent++;
      const result = { message_id: sent, date: Math.floor(at / 1_000), chat: { id: chat }, text: shown };
      return {
        answer: { status: 200, body: { ok: true, result } },
        taken: { to: String(chat), text: [shown, ...buttons].join('\n') },
      };
    },
  };
}

/** Buttons of kind `url`, as they are shown; null where one is not well-formed. */
function buttonsOf(markup: unknown): string[] | null {
  if (markup === undefined) return [];
  const { inline_keyboard: rows } = markup as { inline_keyboard?: unknown };
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) return null;
  const buttons = rows.flat() as { text?: unknown; url?: unknown }[];
  const isGood = ({ text, url }: (typeof buttons)[number]) =>
    typeof text === 'string' && text !== '' && /^https?:\/\/[^/]+\.[^/]+/.test(String(url));
  return buttons.every(isGood) ? buttons.map(({ text, url }) => `[${text}] ${url}`) : null;
}

const withoutMarkup = (html: string): string =>
  html
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '$2 ($1)')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
