import { monthEndingAt, monthOf, nextMonth } from '../../month.ts';
import { numberFact, opens, type Rule, seen, textFact, wellRead } from '../rule.ts';

/**
 * A project at a monthly credit cap (service reference, Credit limits). The at-limit list and the event
 * `project.credit_limit.reached` name the same item: project, category and month.
 */
export const creditCapRule: Rule = {
  read: (snapshot) => {
    const read = wellRead(snapshot.sections.atLimit);
    if (!read) return null;
    const { projects, total, resetsAt, canEdit } = read.data;
    const month = resetsAt === null ? monthOf(read.readAt) : monthEndingAt(resetsAt);
    const conditions = projects.flatMap((project) =>
      CATEGORIES.filter((category) => project.atLimit[category]).map((category) =>
        seen(capId(project.projectId, category, month), 'critical', project.projectId, read.readAt, {
          kind: 'credit-cap',
          category,
          spent: project.used?.[category] ?? null,
          limit: project.caps[category],
          resetsAt,
          canEdit,
        }),
      ),
    );
    return { readAt: read.readAt, conditions, complete: projects.length >= total };
  },
  fromEvent: (event) => {
    if (event.event !== 'project.credit_limit.reached' || !event.projectId) return [];
    const category = knownCategory(textFact(event.facts, 'category') ?? 'development');
    const id = capId(event.projectId, category, monthOf(event.at));
    return [
      opens(event, id, 'critical', {
        kind: 'credit-cap',
        category,
        spent: numberFact(event.facts, 'spent'),
        limit: numberFact(event.facts, 'limit'),
        resetsAt: nextMonth(event.at),
        canEdit: false,
      }),
    ];
  },
};

const CATEGORIES = ['development', 'infrastructure'] as const;

/** The event's `category` is an open set; whatever means one of the two caps is read as that cap. */
function knownCategory(word: string): string {
  const lower = word.toLowerCase();
  return CATEGORIES.find((category) => lower.startsWith(category.slice(0, 3))) ?? lower;
}

function capId(projectId: string, category: string, month: string): string {
  return `credit-cap:${projectId}:${category}:${month}`;
}
