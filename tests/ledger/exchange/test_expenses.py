"""Files of Splitwise, Spliit, I Hate Money, Tricount and this program become entries, exact in cents."""

import json
import re
from datetime import date
from random import Random
from typing import Any

import pytest

from ledger.exchange.columns import Kitty
from ledger.exchange.expenses import Program, SharedFile, is_shared, read_json, read_shared

TODAY = date(2026, 11, 26)
SPLITWISE = """Note: This group has simplified debts

Date,Description,Category,Cost,Currency,Ann,Ben,Cleo

2024-01-05,Pizza,Dining out,30.00,USD,20.00,-10.00,-10.00
2024-01-06,Ben paid Ann,Payment,10.00,USD,-10.00,10.00,0.00
2024-01-07,Cards,General,9.00,USD,-3.00,6.00,-3.00
2024-01-08,Room,Rent,40.00,USD,6.67,6.66,-13.33
2024-01-09,My own coffee,General,3.00,USD,0.00,0.00,0.00

2024-02-01,Total balance, , ,USD,13.67,12.66,-26.33
"""
SPLIIT_CSV = """\ufeff"Date","Description","Category","Currency","Cost","Is Reimbursement","Split mode",\
"Ann","Ben","Cleo"
"2025-01-06","Dinner","Food","€",10,"No","Evenly",3.33,-3.33,-3.33
"2025-01-07","Back","Payment","€",5.5,"Yes","Evenly",0,-5.5,5.5
"2025-01-08","Gift","","€",8,"No","Unevenly – By shares",-2,-6,0
"""
SPLIIT_JSON: dict[str, Any] = {
    "id": "x", "name": "Thursday", "currency": "€", "currencyCode": "EUR",
    "participants": [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Ben"}, {"id": "c", "name": "Cleo"}],
    "activities": [],
    "expenses": [
        {"expenseDate": "2025-01-06T00:00:00.000Z", "title": "Dinner", "amount": 1000, "paidById": "a",
         "paidFor": [{"participantId": one, "shares": 100} for one in "abc"],
         "isReimbursement": False, "splitMode": "EVENLY"},
        {"expenseDate": "2025-01-07T00:00:00.000Z", "title": "Gift", "amount": 800, "paidById": "c",
         "paidFor": [{"participantId": "a", "shares": 2500}, {"participantId": "b", "shares": 7500}],
         "isReimbursement": False, "splitMode": "BY_PERCENTAGE"},
        {"expenseDate": "2025-01-08T00:00:00.000Z", "title": "Back", "amount": 550, "paidById": "b",
         "paidFor": [{"participantId": "a", "shares": 550}],
         "isReimbursement": True, "splitMode": "BY_AMOUNT"},
        {"expenseDate": "2025-01-09T00:00:00.000Z", "title": "Deposit came back", "amount": -600,
         "paidById": "a", "paidFor": [{"participantId": one, "shares": 100} for one in "abc"],
         "isReimbursement": False, "splitMode": "EVENLY"},
    ],
}  # fmt: skip
BILLS = [
    {"what": "wine", "amount": 200.0, "date": "2016-12-31", "payer_name": "fred", "payer_weight": 1.0,
     "owers": ["zorg", "tata"], "currency": "XXX", "bill_type": "Expense"},
    {"what": "cheese", "amount": 10.0, "date": "2016-12-30", "payer_name": "zorg", "payer_weight": 2.0,
     "owers": ["zorg", "fred", "tata"], "currency": "XXX", "bill_type": "Expense"},
    {"what": "back", "amount": 13.33, "date": "2017-01-01", "payer_name": "tata", "payer_weight": 1.0,
     "owers": ["fred"], "currency": "XXX", "bill_type": "Reimbursement"},
]  # fmt: skip
BILLS_CSV = """what,bill_type,amount,currency,date,payer_name,payer_weight,owers
wine,Expense,200.0,XXX,2016-12-31,fred,1.0,"zorg, tata"
cheese,Expense,10.0,XXX,2016-12-30,zorg,2.0,"zorg, fred, tata"
back,Reimbursement,13.33,XXX,2017-01-01,tata,1.0,fred
"""
TRICOUNT = """Titre,Montant,Montant dans la devise du tricount (CHF),Date & heure,Type de transaction,\
Catégorie,Payé par Ann,Payé par Ben,Impacté à Ann,Impacté à Ben
Courses,-40.00,-40.00,13/01/2024 18:30,Dépense,Courses,-40.00,0.00,-25.00,-15.00
Caution,10.00,10.00,14/01/2024 10:00,Rentrée d'argent,,0.00,10.00,5.00,5.00
Retour,-15.00,-15.00,15/01/2024 10:00,Remboursement,,0.00,-15.00,-15.00,0.00
"""
TRICOUNT_XLSX_TEXT = """Title;Date & time;Currency;Paid by Ann;Paid by Ben;Impacted to Ann;Impacted to Ben
Beer;2024-01-13 18:30;CHF;8.5;;4.25;4.25
"""


def read(text: str, digits: int = 2) -> SharedFile:
    found = read_shared(text, digits=digits, today=TODAY)
    assert found is not None
    assert is_shared(text, read_json(text))
    return found


def troubles(found: SharedFile) -> list[tuple[int, str]]:
    return [(one.line, one.what.case) for one in found.troubles]


def test_splitwise_payer_bears_the_rest_of_the_cost() -> None:
    found = read(SPLITWISE)
    assert found.program is Program.SPLITWISE
    assert [(row.description, row.paid, row.shares) for row in found.rows] == [
        ("Pizza", {"Ann": 3000}, {"Ann": 1000, "Ben": 1000, "Cleo": 1000}),
        ("Ben paid Ann", {"Ben": 1000}, {"Ann": 1000}),
        ("Cards", {"Ben": 900}, {"Ben": 300, "Ann": 300, "Cleo": 300}),
        ("Room", {"Ann": 667, "Ben": 666}, {"Cleo": 1333}),
    ]
    assert [(row.is_payment, row.is_net) for row in found.rows] == [
        (False, False), (True, False), (False, False), (False, True),
    ]  # fmt: skip
    assert (found.even, found.currencies, troubles(found)) == (1, ("USD",), [])
    assert found.totals == found.balances == {"Ann": 1367, "Ben": 1266, "Cleo": -2633}


def test_splitwise_in_german_and_french_is_the_same_file() -> None:
    german = SPLITWISE.replace(
        "Date,Description,Category,Cost,Currency", "Datum,Beschreibung,Kategorie,Kosten,Währung"
    )
    german = german.replace("Payment", "Zahlung").replace("Total balance", "Gesamtbilanz")
    assert read(german) == read(SPLITWISE)
    french = (
        'Date,Description,Catégorie,Cost,Devise,u,v\n2025-03-11,Company,General,"7,2",EUR,"3,60","-3,60"\n'
    )
    assert read(french).balances == {"u": 360, "v": -360}


def test_splitwise_rows_that_do_not_add_up_are_refused_with_their_row() -> None:
    head = "Date,Description,Category,Cost,Currency,Ann,Ben\n"
    rows = [
        "2024-01-05,Pizza,Food,30.00,USD,20.00,-10.00",
        "2024-01-05,Pizza,Food,9.00,USD,20.00,-20.00",
        "2024-01-05,Pizza,Food,x,USD,1.00,-1.00",
        "5th of never,Pizza,Food,9.00,USD,1.00,-1.00",
        "2024-01-05,Pizza,Food,9.005,USD,1.00,-1.00",
        "1024-01-05,Pizza,Food,9.00,USD,1.00,-1.00",
        "2024-01-05,Pizza,Food,4.00,USD,2.00,-2.00",
    ]
    found = read(head + "\n".join(rows))
    assert troubles(found) == [
        (2, "unbalanced"), (3, "shares"), (4, "no_amount"), (5, "no_date"), (6, "too_fine"), (7, "far_away"),
    ]  # fmt: skip
    assert found.balances == {"Ann": 200, "Ben": -200}


def test_several_currencies_are_named() -> None:
    assert read(SPLITWISE.replace("9.00,USD", "9.00,EUR")).currencies == ("USD", "EUR")


def test_last_row_that_disagrees_keeps_what_it_says() -> None:
    found = read(SPLITWISE.replace("USD,13.67,12.66,-26.33", "USD,14.67,11.66,-26.33"))
    assert found.totals != found.balances


def test_spliit_csv_marks_the_payer_by_a_sign() -> None:
    found = read(SPLIIT_CSV)
    assert found.program is Program.SPLIIT
    assert [(row.paid, row.shares, row.is_payment) for row in found.rows] == [
        ({"Ann": 1000}, {"Ann": 334, "Ben": 333, "Cleo": 333}, False),
    ]
    assert found.rounded == 1
    assert troubles(found) == [(3, "shares"), (4, "no_payer")]


def test_spliit_json_knows_the_payer_and_the_weights() -> None:
    found = read(json.dumps(SPLIIT_JSON))
    assert found.program is Program.SPLIIT
    assert found.currencies == ("EUR",)
    assert [(row.paid, row.shares, row.is_payment) for row in found.rows] == [
        ({"Ann": 1000}, {"Ann": 334, "Ben": 333, "Cleo": 333}, False),
        ({"Cleo": 800}, {"Ann": 200, "Ben": 600}, False),
        ({"Ben": 550}, {"Ann": 550}, True),
        ({"Ann": -600}, {"Ann": -200, "Ben": -200, "Cleo": -200}, False),
    ]
    assert found.balances == {
        "Ann": 666 - 200 - 550 - 400,
        "Ben": -333 - 600 + 550 + 200,
        "Cleo": 800 - 333 + 200,
    }


def test_spliit_shares_that_do_not_add_up_are_refused() -> None:
    wrong = json.loads(json.dumps(SPLIIT_JSON))
    wrong["expenses"][1]["paidFor"][0]["shares"] = 2400
    wrong["expenses"][2]["paidFor"][0]["shares"] = 500
    wrong["expenses"][3]["paidById"] = "nobody"
    assert troubles(read(json.dumps(wrong))) == [(2, "percent"), (3, "shares"), (4, "damaged")]


@pytest.mark.parametrize("text", [json.dumps(BILLS), BILLS_CSV])
def test_i_hate_money_shares_by_the_weights_that_it_names(text: str) -> None:
    found = read(text)
    assert found.program is Program.I_HATE_MONEY
    assert [(row.description, row.paid, row.shares, row.is_payment) for row in found.rows] == [
        ("cheese", {"zorg": 1000}, {"zorg": 500, "fred": 250, "tata": 250}, False),
        ("wine", {"fred": 20000}, {"zorg": 13333, "tata": 6667}, False),
        ("back", {"tata": 1333}, {"fred": 1333}, True),
    ]
    assert (found.currencies, found.rounded, troubles(found)) == ((), 1, [])


def test_tricount_has_expenses_below_zero_and_income_above() -> None:
    found = read(TRICOUNT)
    assert found.program is Program.TRICOUNT
    assert found.currencies == ("CHF",)
    assert [(str(row.day), row.net, row.is_payment) for row in found.rows] == [
        ("2024-01-13", {"Ann": 1500, "Ben": -1500}, False),
        ("2024-01-14", {"Ann": 500, "Ben": -500}, False),
        ("2024-01-15", {"Ann": -1500, "Ben": 1500}, True),
    ]
    english = read(TRICOUNT_XLSX_TEXT)
    assert english.balances == {"Ann": 425, "Ben": -425}


def test_tricount_writes_months_in_french() -> None:
    found = read(TRICOUNT.replace("13/01/2024 18:30", "13 janvier 2024 à 18:30"))
    assert str(found.rows[0].day) == "2024-01-13"


def test_tricount_sides_that_differ_are_refused() -> None:
    assert troubles(read(TRICOUNT.replace("-25.00,-15.00", "-25.00,-14.00"))) == [(2, "shares")]


def test_currency_without_cents_takes_whole_amounts_alone() -> None:
    head = "Date,Description,Category,Cost,Currency,Ann,Ben\n"
    found = read(f"{head}2024-01-05,Tea,Food,300,JPY,150,-150\n2024-01-05,Tea,Food,3.5,JPY,1,-1\n", digits=0)
    assert found.balances == {"Ann": 150, "Ben": -150}
    assert troubles(found) == [(3, "too_fine")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Date,Ann,Ben\n2024-01-01,1,-1\n",
        "{",
        "[1,2]",
        '{"plays": []}',
        "\0\xff\ufffd",
        '"' * 50,
        "[" * 5000,
    ],
)
def test_other_texts_are_of_no_program(text: str) -> None:
    assert read_shared(text, digits=2, today=TODAY) is None
    assert not is_shared(text, read_json(text))


@pytest.mark.parametrize(
    "said",
    [
        {"participants": None, "expenses": [None, 1, {}, {"amount": True}]},
        {"participants": [{"id": 1}], "expenses": []},
        {"participants": [{"id": [], "name": 3}], "expenses": []},
        {"participants": [], "expenses": [{"amount": 1e400}], "currency": 3},
        [dict.fromkeys(BILLS[0])],
        [{**BILLS[0], "owers": 5}, {**BILLS[0], "payer_weight": "1/0"}, {**BILLS[0], "owers": []}],
        [{**BILLS[0], "payer_weight": -2.0, "payer_name": "zorg"}],
    ],
)
def test_damaged_json_is_trouble_and_no_error(said: Any) -> None:
    found = read_shared(json.dumps(said), digits=2, today=TODAY)
    assert found is not None
    assert not found.rows or found.balances == {"fred": 20000, "zorg": -10000, "tata": -10000}


@pytest.mark.parametrize("seed", range(20))
def test_balances_are_the_sums_of_the_columns(seed: int) -> None:
    chance = Random(seed)
    rows = [[chance.randint(-99_999, 99_999) for _ in range(2)] for _ in range(chance.randint(0, 30))]

    def shown(cents: int) -> str:
        return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"

    nets = [[*row, -sum(row)] for row in rows]
    lines = ["Date,Description,Category,Cost,Currency,Ann,Ben,Cleo"]
    for net in nets:
        cost = sum(one for one in net if one > 0)
        lines.append(f"2024-01-05,x,Food,{shown(cost)},USD,{','.join(map(shown, net))}")
    found = read("\n".join(lines))
    sums = [sum(net[place] for net in nets) for place in range(3)]
    assert not found.troubles
    assert [found.balances.get(name, 0) for name in ("Ann", "Ben", "Cleo")] == sums
    assert all(sum(row.paid.values()) == sum(row.shares.values()) for row in found.rows)


@pytest.mark.parametrize(
    ("cost", "share", "cents"),
    [('"1,000"', '"500"', 50_000), ('"1,000.50"', '"500.25"', 50_025), ("1'000.50", "500.25", 50_025)],
)
def test_a_mark_of_thousands_is_no_decimal_point(cost: str, share: str, cents: int) -> None:
    found = read(
        f"Date,Description,Category,Cost,Currency,Ann,Ben\n2024-01-05,Tea,Food,{cost},EUR,{share},-{share}\n".replace(
            '-"', '"-'
        )
    )
    assert (found.balances, troubles(found)) == ({"Ann": cents, "Ben": -cents}, [])


def test_an_amount_that_is_one_or_a_thousand_is_not_guessed() -> None:
    found = read(TRICOUNT_XLSX_TEXT.replace("8.5;;4.25;4.25", "1.250;;0.500;0.750"))
    assert troubles(found) == [(2, "no_amount")]


def test_a_weight_with_an_exponent_is_not_written_out() -> None:
    assert troubles(read(BILLS_CSV.replace("2.0", "1e9"))) == [(3, "damaged")]


JOURNAL = """number,date,kind,night,account,amount,method,note,takes back,in all
1,2024-01-05,night,1,Ann,2.00,,,,
1,2024-01-05,night,1,Ben,-2.00,,,,
2,2024-01-06,expense,,Ann,20.00,,pizza,,30.00
2,2024-01-06,expense,,Ben,-20.00,,pizza,,30.00
3,2024-01-06,payment,,Ben,5.00,cash,,,
3,2024-01-06,payment,,Ann,-5.00,cash,,,
4,2024-01-07,payment,,Ben,-5.00,cash,,3,
4,2024-01-07,payment,,Ann,5.00,cash,,3,
5,2024-01-08,kitty,,Ann,0.00,,,,
5,2024-01-08,kitty,,(the box),-3.00,,,,
5,2024-01-08,kitty,,(all together),3.00,,,,
6,2024-01-09,payment,,Ben,1.00,Splitwise 2,"'=tea",,
6,2024-01-09,payment,,Ann,-1.00,Splitwise 2,"'=tea",,
"""


def test_journal_of_this_program_has_entries_without_nights_and_without_what_was_taken_back() -> None:
    found = read(JOURNAL)
    assert (found.program, found.troubles, found.even, found.nights) == (
        Program.JOURNAL, (), 2, (date(2024, 1, 5),),
    )  # fmt: skip
    pizza, kitty, tea = found.rows
    assert (pizza.description, pizza.paid) == ("pizza", {"Ann": 3000})
    assert pizza.shares == {"Ann": 1000, "Ben": 2000}
    assert (kitty.kind, kitty.givers, kitty.paid, kitty.shares) == (
        "kitty", ("Ann",), {Kitty.TOGETHER: 300}, {Kitty.BOX: 300},
    )  # fmt: skip
    assert (tea.description, tea.is_payment, tea.paid) == ("=tea", True, {"Ben": 100})
    assert found.names == ("Ann", "Ben")


def test_journal_of_an_older_version_says_of_an_expense_what_the_others_owe() -> None:
    older = "\n".join(line.rpartition(",")[0] for line in JOURNAL.splitlines())
    assert read(older).rows[0].paid == {"Ann": 2000}


@pytest.mark.parametrize(
    ("before", "after", "case"),
    [
        ("expense,,Ben,-20.00", "expense,,Ben,-19.00", "unbalanced"),
        ("pizza,,30.00", "pizza,,19.00", "shares"),
        ("2,2024-01-06,expense", "2,2024-01-06,feast", "damaged"),
        ("expense,,Ann,20.00", "expense,,Ann,a lot", "no_amount"),
        ("2,2024-01-06", "x,2024-01-06", "damaged"),
    ],
)
def test_line_of_a_journal_that_will_not_do_is_trouble(before: str, after: str, case: str) -> None:
    found = read(JOURNAL.replace(before, after))
    assert troubles(found) == [(4, case)]
    assert len(found.rows) == 2


def test_dates_of_a_journal_that_can_be_two_days_are_not_guessed() -> None:
    american = re.sub(r"2024-01-0(\d)", r"1/\1/2024", JOURNAL)
    found = read(american)
    assert (troubles(found), found.rows) == ([(0, "two_days")], ())
    clear = read(american.replace("1/9/2024", "1/19/2024"))
    assert [row.day for row in clear.rows] == [date(2024, 1, 6), date(2024, 1, 8), date(2024, 1, 19)]
