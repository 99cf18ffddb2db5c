"""Every address. A group's pages live under its code, a night's under its number."""

from django.conf import settings as project
from django.urls import URLPattern, URLResolver, include, path

from scorekeeper.http import machines, outbox, worker
from scorekeeper.live import views as live
from scorekeeper.pages.another import views as another
from scorekeeper.pages.copied import views as copied
from scorekeeper.pages.ending import views as ending
from scorekeeper.pages.exchange import views as exchange
from scorekeeper.pages.forgetting import views as forgetting
from scorekeeper.pages.group import views as group
from scorekeeper.pages.group_statistics import views as group_statistics
from scorekeeper.pages.hand import views as hand
from scorekeeper.pages.home import views as home
from scorekeeper.pages.imported import views as imported
from scorekeeper.pages.invited import views as invited
from scorekeeper.pages.kept_key import views as kept_key
from scorekeeper.pages.merging import views as merging
from scorekeeper.pages.money import views as money
from scorekeeper.pages.notebook import views as notebook
from scorekeeper.pages.offline import views as offline
from scorekeeper.pages.people import views as people
from scorekeeper.pages.picture import views as picture
from scorekeeper.pages.player import views as player
from scorekeeper.pages.players import views as players
from scorekeeper.pages.question import views as question
from scorekeeper.pages.records import views as records
from scorekeeper.pages.removal import views as removal
from scorekeeper.pages.report import views as report
from scorekeeper.pages.rules import views as rules
from scorekeeper.pages.season import views as season
from scorekeeper.pages.seats import views as seats
from scorekeeper.pages.settings import views as settings
from scorekeeper.pages.settle import views as settle
from scorekeeper.pages.spare_key import views as spare_key
from scorekeeper.pages.standings import views as standings
from scorekeeper.pages.start_group import views as start_group
from scorekeeper.pages.table import views as table
from scorekeeper.pages.task import views as task
from scorekeeper.pages.tonight import views as tonight
from scorekeeper.pages.wall import views as wall
from scorekeeper.pages.years import views as years

handler400 = "scorekeeper.http.errors.bad_request"
handler404 = "scorekeeper.http.errors.not_found"
handler403 = "scorekeeper.http.errors.forbidden"
handler500 = "scorekeeper.http.database_errors.server_error"

of_a_night: list[URLPattern | URLResolver] = [
    path("", table.table, name="table"),
    path("live/", live.live_night, name="live_night"),
    path("tell/", table.tell, name="tell"),
    path("tap/", table.tap, name="tap"),
    path("hands/<int:entry>/", hand.hand, name="hand"),
    path("hands/<int:entry>/correct/", hand.correct, name="correct"),
    path("hands/<int:entry>/take-back/", hand.take_back, name="take_back"),
    path("hands/<int:entry>/restore/", hand.restore, name="restore"),
    path("hands/<int:entry>/remark/", hand.remark, name="remark"),
    path("seats/", seats.seats, name="seats"),
    path("another/", another.another, name="another"),
    path("seats/<int:entry>/undo/", seats.undo_change, name="undo_change"),
    path("seats/<int:entry>/redo/", seats.redo_change, name="redo_change"),
    path("seats/<int:player>/goes/", seats.going, name="going"),
    path("seats/<int:player>/goes/pay/", seats.pay_now, name="going_pay"),
    path("seats/<int:player>/goes/<int:line>/undo/", seats.unpay, name="going_unpay"),
    path("picture/", picture.picture, name="picture"),
    path("picture/card.png", picture.picture_file, name="picture_file"),
    path("report/", report.report, name="report"),
    path("copied/", copied.copied, name="copied"),
    path("copied/amend/", copied.amend, name="amend"),
    path("copied/take-out/", copied.take_out, name="take_out"),
    path("copied/put-back/", copied.put_back, name="put_back"),
    path("end/", ending.ending, name="ending"),
    path("end/now/", ending.end, name="end"),
    path("end/divide/", ending.divide_pot, name="divide_pot"),
    path("end/reopen/", ending.reopen, name="reopen"),
    path("end/note/", ending.note, name="note_night"),
    path("end/pay/", ending.pay, name="night_pay"),
    path("end/pay/<int:line>/undo/", ending.unpay, name="night_unpay"),
    path("end/unpaid/", ending.unpaid, name="unpaid"),
]

of_a_group: list[URLPattern | URLResolver] = [
    path("", group.group, name="group"),
    path("live/", live.live_group, name="live_group"),
    path("nights/", group.nights, name="nights"),
    path("about/", group.about, name="about"),
    path("points-first/", group.points_first, name="points_first"),
    path("settings/", settings.settings, name="settings"),
    path("settings/name/", settings.call_group, name="call_group"),
    path("settings/money/", settings.play_for, name="play_for"),
    path("settings/money/means/", settings.play_for_means, name="play_for_means"),
    path("settings/watching/", settings.show_money, name="show_money"),
    path("settings/keeping/", settings.keep_score, name="keep_score"),
    path("settings/put-away/", settings.put_away, name="put_away"),
    path("settings/bring-back/", settings.bring_back, name="bring_back"),
    path("settings/seasons/new/", season.new_season, name="new_season"),
    path("settings/seasons/add/", season.add_season, name="add_season"),
    path("settings/seasons/put-back/", season.put_back_season, name="put_back_season"),
    path("settings/seasons/<int:season>/", season.season, name="season"),
    path("settings/seasons/<int:season>/change/", season.change_season, name="change_season"),
    path("settings/seasons/<int:season>/remove/", season.remove_season, name="remove_season"),
    path("standings/", standings.standings, name="standings"),
    path("statistics/", group_statistics.group_statistics, name="group_statistics"),
    path("statistics/<slug:asked>/", question.group_question, name="group_question"),
    path("years/", years.years, name="years"),
    path("years/<int:year>/", years.year, name="year"),
    path("years/<int:year>/share/", years.share, name="share_year"),
    path("years/<int:year>/share/off/", years.unshare, name="unshare_year"),
    path("players/<int:player>/years/", years.years, name="player_years"),
    path("players/<int:player>/years/<int:year>/", years.year, name="player_year"),
    path("players/<int:player>/years/<int:year>/share/", years.share_player, name="share_player_year"),
    path(
        "players/<int:player>/years/<int:year>/share/off/",
        years.unshare_player,
        name="unshare_player_year",
    ),
    path("records/", records.records, name="records"),
    path("rankings/", standings.rankings_moved, name="rankings"),
    path("wall/", wall.wall, name="wall"),
    path("people/", people.people, name="people"),
    path("people/links/", people.make, name="make_link"),
    path("people/links/<int:link>/name/", people.rename, name="rename_link"),
    path("people/links/<int:link>/new/", people.renew, name="renew_link"),
    path("people/links/<int:link>/off/", people.turn_off, name="turn_off_link"),
    path("people/links/<int:link>/paper/", people.on_paper, name="link_on_paper"),
    path("people/<int:phone>/role/", people.role, name="change_role"),
    path("people/<int:phone>/remove/", people.remove, name="remove_phone"),
    path("people/<int:phone>/back/", people.bring_back, name="bring_phone_back"),
    path("people/<int:phone>/player/", people.whose, name="whose_phone"),
    path("people/<int:phone>/player/yes/", people.confirm, name="confirm_player"),
    path("people/leave/", people.leave, name="leave_group"),
    path("people/me/", people.this_is_me, name="this_is_me"),
    path("people/who/", people.who_are_you, name="who_are_you"),
    path("people/one/", people.one_is_fine, name="one_owner_is_fine"),
    path("players/", players.players, name="players"),
    path("players/add/", players.add, name="add_player"),
    path("players/<int:player>/rename/", players.rename, name="rename_player"),
    path("players/<int:player>/delete/", players.delete, name="delete_player"),
    path("players/<int:player>/looks/", players.looks, name="looks"),
    path("players/<int:player>/same/", merging.merging, name="merging"),
    path("players/same/<int:line>/undo/", merging.unmerge, name="unmerge"),
    path("players/<int:player>/forget/", forgetting.forgetting, name="forgetting"),
    path("players/<int:player>/statistics/", player.player, name="player"),
    path("players/<int:player>/statistics/<slug:question>/", question.question, name="question"),
    path("rules/", rules.rules, name="rules"),
    path("rules/words/", rules.words, name="rule_words"),
    path("rules/preview/", rules.preview, name="rules_preview"),
    path("rules/versions/", rules.versions, name="rule_versions"),
    path("rules/card/", rules.card, name="rule_card"),
    path("money/", money.money, name="money"),
    path("money/pay/", money.pay, name="money_pay"),
    path("money/pay/<int:line>/undo/", money.unpay, name="money_unpay"),
    path("money/<slug:what>/book/", money.book, name="book"),
    path("money/lines/<int:line>/undo/", money.undo_line, name="undo_line"),
    path("money/<int:player>/", money.statement, name="statement"),
    path("money/<int:player>/together/", money.together, name="together"),
    path("settle/", settle.settle_up, name="settle"),
    path("settle/pay/", settle.pay, name="settle_pay"),
    path("settle/pay/<int:line>/undo/", settle.unpay, name="settle_unpay"),
    path("settle/coin/", settle.coin, name="coin"),
    path("settle/links/", settle.handles, name="handles"),
    path("settle/links/<int:player>/", settle.write, name="write_handles"),
    path("settle/<int:settlement>/", settle.plan, name="plan"),
    path("notebook/", notebook.notebook, name="notebook"),
    path("notebook/paper/", notebook.paper, name="paper"),
    path("notebook/<uuid:key>/", imported.imported, name="imported"),
    path("notebook/<uuid:key>/undo/", imported.undo_import, name="undo_import"),
    path("exchange/", exchange.exchange, name="exchange"),
    path("exchange/take/", exchange.take, name="take"),
    path("exchange/take-all/", exchange.take_all, name="take_all"),
    path("exchange/check/", exchange.check_book, name="check_book"),
    path("remove/", removal.removal, name="removal"),
    path("remove/keep/", removal.keep_group, name="keep_group"),
    path("tonight/", tonight.tonight, name="tonight"),
    path("<int:number>/", include(of_a_night)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("link/", home.open_link, name="open_link"),
    path("demo/", home.open_demo, name="open_demo"),
    path("start/from-file/", exchange.from_file, name="from_file"),
    path("start/", start_group.start_group, name="start_group"),
    path("start/stake/", start_group.stake_means, name="stake_means"),
    path("start/game/", start_group.game_brings, name="game_brings"),
    path("go-on/", kept_key.go_on, name="kept_key"),
    path("join/<str:secret>/", invited.invited, name="invited"),
    path("year/<str:secret>/", years.shared_year, name="shared_year"),
    path("key/<str:key>/", spare_key.spare_key, name="spare_key"),
    path("tasks/<uuid:key>/", task.task, name="task"),
    path("tasks/<uuid:key>/file/", task.task_file, name="task_file"),
    path("tasks/<uuid:key>/stop/", task.stop_task, name="stop_task"),
    path("g/<slug:code>/", include(of_a_group)),
    path("healthz", machines.healthz, name="healthz"),
    path("readyz", machines.readyz, name="readyz"),
    path("robots.txt", machines.robots, name="robots"),
    path("manifest.webmanifest", machines.manifest, name="manifest"),
    path("sw.js", worker.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("token/", outbox.token, name="token"),
    path("favicon.ico", machines.favicon, name="favicon"),
]


def of_accounts() -> list[URLPattern | URLResolver]:
    """Return the addresses of accounts; their pages are imported only where they are switched on."""
    from scorekeeper.pages.account import views as account  # noqa: PLC0415
    from scorekeeper.pages.forgotten import views as forgotten  # noqa: PLC0415
    from scorekeeper.pages.log_in import views as log_in  # noqa: PLC0415
    from scorekeeper.pages.sign_up import views as sign_up  # noqa: PLC0415

    return [
        path("log-in/", log_in.log_in, name="log_in"),
        path("log-in/passkey/", log_in.passkey_opens, name="passkey_opens"),
        path("log-in/passkey/begin/", log_in.passkey_asks, name="passkey_asks"),
        path("log-in/second/", log_in.second_step, name="second_step"),
        path("log-in/second/passkey/", log_in.second_passkey, name="second_passkey"),
        path("log-in/second/passkey/begin/", log_in.second_passkey_asks, name="second_passkey_asks"),
        path("sign-up/", sign_up.sign_up, name="sign_up"),
        path("forgotten/", forgotten.forgotten, name="forgotten"),
        path("forgotten/letter/", forgotten.ask_letter, name="ask_letter"),
        path("forgotten/<str:said>/", forgotten.new_password, name="new_password"),
        path("address/<str:said>/", account.confirm_address, name="confirm_address"),
        path("account/address/", account.address, name="address"),
        path("account/address/remove/", account.remove_address, name="remove_address"),
        path("account/", account.account, name="account"),
        path("account/log-out/", account.log_out, name="log_out"),
        path("account/take-along/", account.take_along, name="take_along"),
        path("account/confirm/", log_in.confirm_account, name="confirm_account"),
        path("account/confirm/passkey/", log_in.confirming_passkey, name="confirming_passkey"),
        path(
            "account/confirm/passkey/begin/",
            log_in.confirming_passkey_asks,
            name="confirming_passkey_asks",
        ),
        path("account/password/", account.change_password, name="change_password"),
        path("account/phones/end/", account.end_other_phones, name="end_other_phones"),
        path("account/phones/<uuid:public>/end/", account.end_phone, name="end_phone"),
        path("account/passkeys/begin/", account.passkey_begins, name="passkey_begins"),
        path("account/passkeys/add/", account.add_passkey, name="add_passkey"),
        path("account/passkeys/<int:passkey>/remove/", account.remove_passkey, name="remove_passkey"),
        path("account/passkeys/twice/", account.ask_twice, name="ask_twice"),
        path("account/passkeys/once/", account.ask_once, name="ask_once"),
        path("account/codes/", account.recovery_codes, name="recovery_codes"),
        path("account/remove/", account.account_removal, name="account_removal"),
    ]


if project.ACCOUNTS:
    urlpatterns += of_accounts()
