/** A date field, typed in parts in the order of the page's language, or picked from a calendar. Days are ISO dates (`YYYY-MM-DD`). */
import './field.css';
import './date-field.css';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FieldBody, type FieldWords } from './FieldParts.tsx';

export type DateFieldProps = FieldWords & {
  /** Null: no day. */
  value: string | null;
  /** Called with null when the day is cleared. */
  onChange: (day: string | null) => void;
};

function MonthCalendar() {
  return (
    <Calendar className="ui-calendar">
      <header>
        <Button slot="previous" className="ui-calendar-turn">
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Heading />
        <Button slot="next" className="ui-calendar-turn">
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(day) => <CalendarCell date={day} className="ui-calendar-day" />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

export function DateField({ label, description, errorMessage, value, onChange }: DateFieldProps) {
  const { t } = useTranslation('ui');
  const parts = useRef<HTMLDivElement>(null);
  const clear = () => {
    // The button disappears with the day; the focus moves to where another can be typed.
    parts.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
    onChange(null);
  };
  return (
    <DatePicker<CalendarDate>
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day?.toString() ?? null)}
      shouldForceLeadingZeros
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className="ui-field"
    >
      <Label className="ui-label">{label}</Label>
      <FieldBody description={description} errorMessage={errorMessage}>
        <Group className="ui-date" ref={parts}>
          <DateInput className="ui-date-parts">{(segment) => <DateSegment segment={segment} className="ui-date-part" />}</DateInput>
          {value !== null && (
            <Button slot={null} className="ui-date-act" aria-label={t('date.clear', { field: label })} onPress={clear}>
              <X size={14} aria-hidden="true" />
            </Button>
          )}
          <Button className="ui-date-act">
            <CalendarDays size={15} aria-hidden="true" />
          </Button>
        </Group>
      </FieldBody>
      <Popover className="ui-popover" offset={4}>
        <Dialog className="ui-date-dialog">
          <MonthCalendar />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
