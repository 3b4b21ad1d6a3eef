import { alertWords, overWords } from '../../shared/attention/alert-words.ts';
import type { Language } from '../../shared/languages.ts';
import type { Alert } from './channel.ts';
import type { StoredAlert } from './store.ts';

/** A stored alert in words. @param isOver its item is over: the title says so */
export function alertOf(
  { announced, isEnd }: StoredAlert,
  language: Language,
  isOver: boolean,
): Omit<Alert, 'link'> {
  const { key, about, severity, projectId, label, at } = announced;
  const { title, facts } = alertWords(announced, language);
  const over = isOver || isEnd;
  return {
    id: isEnd ? `${key}:over` : key,
    kind: about.kind,
    severity,
    projectId,
    label,
    at,
    over,
    title: over ? overWords(announced, language) : title,
    facts: over ? '' : facts,
  };
}
