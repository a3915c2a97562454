// Service times and places that a project learns from its own days.
import Type from 'typebox'
import { defineEndpoints, get, getFile, post, put, remove } from '../../../endpoints/endpoint.ts'
import { calendarDate, id } from '../../../schemas/fields.ts'
import {
  DayPace,
  LearnedPace,
  LearnedPaceInput,
  LearnedPaceList,
  LearnedPlace,
  LearnedPlaceInput,
  LearnedTime,
  LearnedTimeInput,
  Learning,
  LearningInput,
} from '../../../schemas/learning.ts'
import { getPage, pageParameters, textParameter } from '../../../schemas/list.ts'

export const learningEndpoints = defineEndpoints(
  { tag: 'Learning', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getLearning: get('/app/v1/project/{project_id}/learning', 'Retrieve what a project has learned', Learning),
    changeLearning: put('/app/v1/project/{project_id}/learning', 'Use what a project has learned, or not', Learning, {
      description: 'Changes no stop that is there already.',
      body: LearningInput,
      examples: { body: { uses_service_times: true } },
    }),
    runLearning: post('/app/v1/project/{project_id}/learning/run', 'Learn from past days now', Learning, {
      description: 'As it is done every night: of the visits of the last 180 days, at most 100,000 of them.',
      ratePerMinute: 10,
    }),
    forgetLearning: remove('/app/v1/project/{project_id}/learning', 'Forget everything that was learned', Learning, {
      description: 'Numbers and places fixed by hand, too. Visits until now count no more.',
    }),
    getDayPace: get('/app/v1/project/{project_id}/day_pace', 'Retrieve what a running day is like', DayPace, {
      description: 'As it was looked at in the last minutes; nothing but the day where nobody has driven yet.',
      query: Type.Object({ day: calendarDate('Of the plan.') }),
    }),
    listLearnedTimes: get(
      '/app/v1/learned_times',
      'List the learned times of clients and places',
      getPage('LearnedTimePage', LearnedTime),
      {
        description: 'Those with the most visits first.',
        query: Type.Object({ project_id: id(), text: textParameter('Searches the label.'), ...pageParameters }),
      },
    ),
    changeLearnedTime: put('/app/v1/learned_time/{learned_time_id}', 'Switch off or fix a learned time', LearnedTime, {
      body: LearnedTimeInput,
      examples: { body: { fixed_seconds: 420 } },
    }),
    forgetLearnedTime: remove('/app/v1/learned_time/{learned_time_id}', 'Forget a learned time', LearnedTime, {
      description: 'Answers what it was. Visits of this client or place until now count no more.',
    }),
    listLearnedPaces: get('/app/v1/learned_paces', 'List how slow or quick drivers are at stops', LearnedPaceList, {
      description: 'For those who manage the project; empty unless it uses paces. Those with the most visits first.',
      query: Type.Object({ project_id: id() }),
    }),
    changeLearnedPace: put('/app/v1/learned_pace/{learned_pace_id}', 'Switch off or fix a learned pace', LearnedPace, {
      description: 'Counts in what is planned from now on.',
      body: LearnedPaceInput,
      examples: { body: { fixed_factor: 1.2 } },
    }),
    forgetLearnedPace: remove('/app/v1/learned_pace/{learned_pace_id}', 'Forget a learned pace', LearnedPace, {
      description: 'Answers what it was. Visits until now say nothing of this pace any more.',
    }),
    exportLearnedPaces: getFile('/app/v1/learned_paces/export', 'Learned paces as a table', 'text/csv', {
      query: Type.Object({ project_id: id(), language: Type.Optional(Type.String({ maxLength: 35 })) }),
      ratePerMinute: 60,
    }),
    listLearnedPlaces: get(
      '/app/v1/learned_places',
      'List the learned doors and parking places',
      getPage('LearnedPlacePage', LearnedPlace),
      {
        description: 'Those with the most visits first.',
        query: Type.Object({ project_id: id(), text: textParameter('Searches the label.'), ...pageParameters }),
      },
    ),
    changeLearnedPlace: put(
      '/app/v1/learned_place/{learned_place_id}',
      'Switch off or fix a learned place',
      LearnedPlace,
      {
        description: 'Changes no stop that is there already.',
        body: LearnedPlaceInput,
        examples: { body: { fixed: { lat: 47.1412, lng: 9.5231 } } },
      },
    ),
    forgetLearnedPlace: remove('/app/v1/learned_place/{learned_place_id}', 'Forget a learned place', LearnedPlace, {
      description: 'Answers what it was. Visits of this client or address until now count no more.',
    }),
    exportLearnedPlaces: getFile('/app/v1/learned_places/export', 'Learned places as a table', 'text/csv', {
      query: Type.Object({ project_id: id(), language: Type.Optional(Type.String({ maxLength: 35 })) }),
      ratePerMinute: 60,
    }),
    exportLearnedBreaks: getFile(
      '/app/v1/learned_breaks/export',
      'When drivers take their breaks, as a table',
      'text/csv',
      {
        query: Type.Object({ project_id: id(), language: Type.Optional(Type.String({ maxLength: 35 })) }),
        ratePerMinute: 60,
      },
    ),
    exportLearnedTimes: getFile('/app/v1/learned_times/export', 'Learned times as a table', 'text/csv', {
      query: Type.Object({ project_id: id(), language: Type.Optional(Type.String({ maxLength: 35 })) }),
      ratePerMinute: 60,
    }),
  },
)
