import type { Random } from '../../world/random.ts';

/** First and family names of many places, so that what handles names meets more than ASCII. */
const FIRST_NAMES = [
  ...(['Aiko', 'Amara', 'Ana', 'Andrzej', 'Anouk', 'Ayşe', 'Benedikt', 'Björn', 'Camila', 'Chiara'] as const),
  ...(['Chidi', 'Dmytro', 'Elif', 'Émile', 'Fatima', 'Freya', 'Giulia', 'Hao', 'Ines', 'Jakub'] as const),
  ...(['Jamal', 'Jürgen', 'Kofi', 'Léa', 'Linh', 'Łukasz', 'María', 'Mateus', 'Mehmet', 'Naomi'] as const),
  ...(['Niamh', 'Noor', 'Oksana', 'Priya', 'Rania', 'Rohan', 'Søren', 'Siobhán', 'Tomáš', '明子'] as const),
] as const;

const FAMILY_NAMES = [
  ...(['Abebe', 'Almeida', 'Andersson', 'Bakker', 'Bianchi', 'Çelik', 'Chen', 'Díaz', 'Dubois'] as const),
  ...(['Eze', 'Fernández', 'García', 'Ghosh', 'Haddad', 'Horvat', 'Ito', 'Jansen', 'Kamau'] as const),
  ...(['Kaya', 'Kowalska', 'Larsen', 'López', 'Mensah', 'Moreau', 'Müller', 'Nguyễn', 'Novák'] as const),
  ...(["O'Brien", 'Okafor', 'Papadopoulos', 'Patel', 'Petrov', 'Reyes', 'Rossi', 'Sato'] as const),
  ...(['Schäfer', 'Shevchenko', 'Silva', 'Smith-Jones', 'Tanaka', 'Yılmaz', 'Zhang', '山本'] as const),
] as const;

export function personName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${random.pick(FAMILY_NAMES)}`;
}

/** `Søren Çelik` -> `soren.celik`: the part of an e-mail address that a name makes. */
export function mailboxOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ı', 'i');
  const letters = plain
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '.')
    .replaceAll(/^\.|\.$/g, '');
  return letters === '' ? 'guest' : letters;
}
